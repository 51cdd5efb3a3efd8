import { once } from "node:events"
import { openDatabase } from "./open.ts"

/**
 * A process that opens the embedded store of a data folder, for tests: prints `open` or the problem's id, then waits
 * for its standard input to end, closes and prints `closed`. With `term` it closes on SIGTERM, as the app does.
 */
const [data = "", mode = ""] = process.argv.slice(2)
const opened = await openDatabase({ url: "", data })

const say = (line: string): void => void process.stdout.write(`${line}\n`)

if (opened.ok) {
  const finish = async (): Promise<never> => {
    await opened.value.close()
    say("closed")
    process.exit(0)
  }
  if (mode === "term") process.on("SIGTERM", () => void finish())
  say("open")
  process.stdin.resume()
  await once(process.stdin, "end")
  await finish()
} else say(`${opened.problem.id} ${JSON.stringify(opened.problem.facts)}`)
