import { describe, expect, test } from "vitest"
import { agent, call, notice, record, result, text, user } from "#lib/record/build.ts"
import { readRequest } from "../requests/read.ts"
import { placesIn } from "./place.ts"

const { entries } = record(
  user("go on"),
  notice("a reminder"),
  agent([text("I look."), call("a")]),
  agent([call("b")]),
  result("a", "seen"),
  result("b", "seen"),
  agent("Seen.", { responseId: "msg_3" }),
  user("go on"),
  agent("Done."),
  user("thanks"),
)

const says = (role: string, ...content: readonly object[]) => ({ role, content })
const t = (words: string) => ({ type: "text", text: words })
const use = (id: string) => ({ type: "tool_use", id, name: "bash", input: {} })
const gave = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "seen" })
const first = says("user", t("go on"), t("a reminder"))
const round = [first, says("assistant", t("I look."), use("a"), use("b")), says("user", gave("a"), gave("b"))]
const later = [...round, says("assistant", t("Seen.")), says("user", t("go on"))]

const place = (messages: readonly object[], responseId?: string, model = "claude-x"): number | undefined => {
  const reading = readRequest(JSON.stringify({ model, messages }), {
    dialect: "messages",
    provider: "anthropic",
  })
  if (reading === undefined) throw new Error("no body")
  return placesIn(entries)(reading, responseId === undefined ? {} : { responseId })
}

describe("a captured request rests on what stands before its answer:", () => {
  test.each([
    ["the first turn, with what a tool put beside it", [first], 2],
    ["all results of a round, wherever they stand", round, 6],
    ["the same words again, told apart by what the agent said before", later, 8],
    [
      "what nobody has answered yet",
      [...later, says("assistant", t("Done.")), says("user", t("thanks"))],
      10,
    ],
  ] as const)("%s", (_, messages, through) => expect(place(messages)).toBe(through))

  test("the id of the answer decides, whatever the request says", () => {
    expect(place([says("user", t("another text"))], "msg_3")).toBe(6)
    expect(place(round, "msg_of_another")).toBeUndefined()
  })
  test("a model with its date is the same one, another is not", () => {
    expect(place(round, undefined, "claude-x-20260101")).toBe(6)
    expect(place(round, undefined, "claude-xs")).toBeUndefined()
  })
  test.each([
    ["words that the record does not have", [says("user", t("other words"))]],
    ["a result that the record does not have", [...round.slice(0, 2), says("user", gave("a"), gave("c"))]],
    [
      "the same words after others of the agent",
      [first, says("assistant", t("Hm.")), says("user", t("go on"))],
    ],
    ["no message at all", []],
  ] as const)("none of the record's: %s", (_, messages) => expect(place(messages)).toBeUndefined())
})
