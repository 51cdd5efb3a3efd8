import { afterAll, expect, it } from "vitest"
import { isOneSentence, serve } from "./testing/run.ts"
import { folderOf } from "./testing/transcript.ts"

const files = folderOf({ "wrong.json": JSON.stringify({ mcpServers: { files: { command: 1 } } }) })
afterAll(files.remove)

it.each([
  ["wrong.json", /wrong\.json: mcpServers\.files\.command must be text/],
  ["none.json", /CROSSING_TOOLS names .*none\.json, which cannot be read \(ENOENT\)/],
])("tools that do not fit keep the server from starting: %s", async (name, says) => {
  const ran = await serve({ CROSSING_TOOLS: files.path(name) })
  expect(ran.code).toBe(2)
  expect(ran.stderr).toMatch(says)
  expect(isOneSentence(ran.stderr), ran.stderr).toBe(true)
})
