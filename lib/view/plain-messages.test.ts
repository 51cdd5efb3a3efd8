import { describe, expect, it } from "vitest"
import {
  agent,
  call,
  type Draft,
  failure,
  file,
  notice,
  opaque,
  record,
  redacted,
  tools,
  user,
} from "#lib/record/build.ts"
import type { Message } from "#lib/record/entry.ts"
import { plainMessages } from "./plain-messages.ts"

const messages = (...drafts: readonly Draft[]): readonly Message[] =>
  record(...drafts).entries.filter((entry) => entry.kind === "message")

describe("messages as plain text", () => {
  it("say what each part is", () => {
    const log = messages(
      user([file("a".repeat(64))]),
      agent([redacted("x"), call("c1", "rm", "{"), opaque('{"a":1}')], { audience: "surface" }),
      tools(failure("c1", "denied")),
      notice("time is up", "clock"),
    )
    expect(plainMessages(log, 10_000).text).toBe(
      [
        "#1 · user · role user\n[file: application/pdf]",
        '#2 · model · role assistant · shown only, never sent\n[reasoning that only its maker can read]\n[call c1 of rm] {\n[block of messages] {"a":1}',
        "#3 · tool · role tool\n[failed result c1 of bash]\ndenied",
        "#4 · notice · role user · clock\ntime is up",
      ].join("\n\n"),
    )
  })

  it("are none where there are none", () =>
    expect(plainMessages([], 10)).toEqual({ text: "", through: undefined, cut: 0 }))

  it("end before the first that is too long, and cut only what stands alone", () => {
    const log = messages(user("short"), user("\u{1f600}".repeat(50)), user("short"))
    expect(plainMessages(log, 100)).toEqual({ text: "#1 · user · role user\nshort", through: 1, cut: 0 })
    const head = "#2 · user · role user\n"
    const alone = plainMessages(log.slice(1), head.length + 5)
    expect(alone).toEqual({ text: `${head}\u{1f600}\u{1f600}`, through: 2, cut: 96 })
  })
})
