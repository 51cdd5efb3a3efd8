import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js"
import { fakeServer } from "./tools.ts"

/**
 * The fake tool server over standard input and output. `--stubborn` minds neither its input's end nor SIGTERM,
 * `--refuses` ends at once with a complaint that holds FAKE_TOKEN.
 */

if (process.argv.includes("--refuses")) {
  process.stderr.write(`first line\nthe token ${process.env["FAKE_TOKEN"]} is not good\n`)
  process.exit(3)
}
if (process.argv.includes("--stubborn")) {
  process.on("SIGTERM", () => undefined)
  setInterval(() => undefined, 1000)
}

const die = (): never => {
  process.stderr.write("out of memory\n")
  process.exit(9)
}

await fakeServer({ die }).connect(new StdioServerTransport())
