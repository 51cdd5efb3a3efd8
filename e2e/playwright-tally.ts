import type { FullConfig, Reporter, Suite, TestCase } from "@playwright/test/reporter"
import { add, leave, nothing, type Tally } from "./tally.ts"

const ofTest = (test: TestCase): Tally => {
  const outcome = test.outcome()
  if (outcome === "expected") return { ...nothing, passed: 1 }
  if (outcome !== "skipped") return { ...nothing, failed: 1 } // a test that passes only when asked again has failed
  const note = [...test.annotations, ...test.results.flatMap((result) => result.annotations)].find(
    ({ type, description }) => type === "skip" && description !== undefined,
  )
  return {
    ...nothing,
    skipped: [{ name: test.titlePath().slice(2).join(" › "), reason: note?.description ?? "did not run" }],
  }
}

/** Counts what Playwright ran. Playwright takes a reporter as the default export of a file, and makes one with `new`. */
export default class implements Reporter {
  #tests: readonly TestCase[] = []
  #failed = 0

  onBegin(_: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests()
  }

  onError(): void {
    this.#failed += 1
  }

  onEnd(): void {
    leave(this.#tests.map(ofTest).reduce(add, { ...nothing, failed: this.#failed }))
  }

  printsToStdio(): boolean {
    return false
  }
}
