import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A small Claude Code session of our own: what was asked, two calls at once of which one is answered, and a line of junk. */
export const sessionLines = (session = "5e551011-0000-4000-8000-000000000001"): readonly string[] => {
  const line = (uuid: string, parent: string | null, second: number, rest: object): string =>
    JSON.stringify({
      parentUuid: parent,
      isSidechain: false,
      userType: "external",
      cwd: "/home/dev/orchard",
      sessionId: session,
      version: "2.0.0",
      uuid,
      timestamp: `2026-03-02T09:00:${String(second).padStart(2, "0")}.000Z`,
      ...rest,
    })
  const call = (id: string, command: string) => ({ type: "tool_use", id, name: "Bash", input: { command } })
  const made = (content: readonly object[]) => ({
    type: "assistant",
    message: {
      id: "msg_orchard",
      type: "message",
      role: "assistant",
      model: "claude-opus-4-6",
      content,
      stop_reason: "tool_use",
    },
  })
  const told = (content: unknown) => ({ type: "user", message: { role: "user", content } })
  return [
    JSON.stringify({ type: "summary", summary: "Prune the orchard service", leafUuid: "u1" }),
    line("u1", null, 1, told("Which branches can go? 日本語 ✂️")),
    line("a1", "u1", 2, made([{ type: "text", text: "I will look." }])),
    line("a2", "a1", 3, made([call("toolu_1", "git branch"), call("toolu_2", "git tag")])),
    line("u2", "a2", 4, told([{ type: "tool_result", tool_use_id: "toolu_1", content: "main\npruned" }])),
    "{ this is no JSON",
    line("u3", "u2", 6, told("Remove pruned.")),
  ]
}

/** A folder of files for one test, and the way to be rid of it. */
export const folderOf = (files: { readonly [name: string]: string | Uint8Array }) => {
  const folder = mkdtempSync(join(tmpdir(), "crossing-cli-"))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return {
    path: (name: string): string => join(folder, name),
    folder,
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  }
}
