import type { Reporter, TestModule } from "vitest/node"
import { add, leave, nothing, type Tally } from "./tally.ts"

const ofModule = (module: TestModule): Tally => {
  let tally = nothing
  for (const test of module.children.allTests()) {
    const result = test.result()
    const name = `${module.relativeModuleId} › ${test.fullName}`
    if (result.state === "passed") tally = add(tally, { ...nothing, passed: 1 })
    else if (result.state === "skipped")
      tally = add(tally, {
        ...nothing,
        skipped: [{ name, reason: result.note ?? `marked ${test.options.mode}` }],
      })
    else tally = add(tally, { ...nothing, failed: 1 })
  }
  // A file or a hook that failed by itself has no failed test to show for it.
  return tally.failed === 0 && !module.ok() ? add(tally, { ...nothing, failed: 1 }) : tally
}

/** Counts what vitest ran. Vitest takes a reporter as the default export of a file, and makes one with `new`. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    leave(modules.map(ofModule).reduce(add, { ...nothing, failed: errors.length }))
  }
}
