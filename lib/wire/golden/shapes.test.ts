import { describe, expect, it } from "vitest"
import { targetOf } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import { record } from "#lib/record/build.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import { cases } from "./cases.ts"

/** What the tricky shapes must come to, said by hand: a golden alone would also keep a mistake. */

type Wire = {
  readonly messages: readonly {
    readonly role: string
    readonly content?: unknown
    readonly tool_calls?: readonly { readonly id: string }[]
    readonly tool_call_id?: string
  }[]
}

const seen = (name: string, id: string) => {
  const [of, target] = [cases.find((item) => item.name === name), targetOf(id)]
  if (of === undefined || target === undefined) throw new Error(`no ${name} on ${id}`)
  const { wire, crossings } = project(record(...of.drafts), target, { ...of.policy, objects: objectBytes })
  const body = JSON.parse(wire.text()) as Wire // the two dialects here share this much
  const of_ = (block: string): Crossing | undefined =>
    crossings
      .all()
      .find((item) => item.from !== undefined && "block" in item.from && item.from.block === block)
  return {
    text: wire.text(),
    body,
    block: of_,
    made: crossings.all().flatMap((item) => (item.how === "made" ? [item.reason] : [])),
  }
}

/** Messages of chat as one word each: role, and ids of calls or the id answered. */
const outline = (name: string, id = "openai"): readonly string[] =>
  seen(name, id).body.messages.map((message) => {
    const calls = message.tool_calls
      ?.map((call) => (call.id.startsWith("call_") && call.id.length > 20 ? "new" : call.id))
      .join()
    const answers = message.tool_call_id?.startsWith("call_") === true ? "new" : message.tool_call_id
    return [message.role, calls ?? answers].filter((part) => part !== undefined).join(" ")
  })

const says = (name: string, id = "openai"): readonly unknown[] =>
  seen(name, id).body.messages.map((message) => message.content)

const unanswered = "The call did not complete: no result was recorded. Its outcome is unknown."
const outside = "The call's result is not part of this history. Its outcome is unknown here."

describe("calls and results", () => {
  it("U, A(x), U, A(x), T(x): the newest call has the result", () => {
    expect(outline("id-reused-late-result")).toEqual([
      "user",
      "assistant x",
      "tool x",
      "user",
      "assistant new",
      "tool new",
    ])
    expect(says("id-reused-late-result")[2]).toBe(unanswered)
    expect(says("id-reused-late-result")[5]).toBe("ok")
  })
  it("A(x,x), T(x), T(x): the first result is the first call's", () => {
    expect(outline("same-id-twice")).toEqual(["user", "assistant x,new", "tool x", "tool new"])
    expect(says("same-id-twice").slice(2)).toEqual(["one", "two"])
  })
  it("T(x), A(x): the result is the user's, the call unanswered", () => {
    expect(outline("result-without-its-call")).toEqual(["user", "assistant x", "tool x"])
    expect(says("result-without-its-call")).toEqual(["Result (bash): early", undefined, unanswered])
  })
  it("A(a,b), T(a)[image], U, T(b)[image]: both results, then pictures, then the human", () => {
    expect(outline("pictures-in-two-results")).toEqual([
      "user",
      "assistant a,b",
      "tool a",
      "tool b",
      "user",
      "user",
    ])
    expect(says("pictures-in-two-results").at(-1)).toBe("also")
    expect(seen("pictures-in-two-results", "openai").block("5.0")).toMatchObject({
      how: "altered",
      reason: "result-moved",
    })
  })
  it("cut after a call: the made result ends the wire, and no user's turn is made", () => {
    expect(says("cut-after-a-call")[2]).toBe(unanswered)
    expect(seen("cut-after-a-call", "openai").made).not.toContain("awaiting-user")
  })
  it("a pending server call is left out, and nothing is made for it", () => {
    for (const id of ["openai", "openai-compatible", "anthropic"]) {
      const { block, made, text } = seen("server-call-pending", id)
      expect(block("2.1")).toMatchObject({ how: "dropped", reason: "server-call-unfinished" })
      expect(made).not.toContain("call-unanswered")
      expect(text).not.toContain("srvtoolu_1")
    }
  })
  it("two empty ids are two ids, on call and result alike", () => {
    const ids = seen("id-empty-twice", "openai").body.messages.flatMap((message) => [
      ...(message.tool_calls?.map((call) => call.id) ?? []),
      ...(message.tool_call_id === undefined ? [] : [message.tool_call_id]),
    ])
    expect(new Set(ids).size).toBe(2)
    expect(ids.slice(0, 2)).toEqual(ids.slice(2))
    expect(ids).not.toContain("")
  })
  it("a foreign id equal to a derived one keeps its own where it is first, and gives way where it is second", () => {
    for (const name of ["id-foreign-equals-derived", "id-derived-equals-foreign"]) {
      const ids = seen(name, "openai").body.messages.flatMap(
        (message) => message.tool_calls?.map((call) => call.id) ?? [],
      )
      expect(new Set(ids).size).toBe(2)
      expect(ids[0]).toBe(
        name === "id-foreign-equals-derived"
          ? "call_2754e9d45267a69bc392a62c1d668d51"
          : "call_897420e2af092909e7b7100684f81f25",
      )
    }
    expect(seen("id-foreign-equals-derived", "openai").block("2.0")).toMatchObject({ how: "carried" })
    expect(seen("id-derived-equals-foreign", "openai").block("4.0")).toMatchObject({
      how: "altered",
      reason: "call-id-rewritten",
    })
  })
  it("a late result after a rewind that changed nothing has moved", () => {
    expect(seen("late-result-after-rewind", "anthropic").block("4.0")).toMatchObject({
      how: "altered",
      reason: "result-moved",
    })
  })
})

describe("arguments", () => {
  it.each([
    ["big-integer", '{"n":12345678901234567890,"x":1.10}'],
    ["integer-keys", '{"2":1,"1":2}'],
    ["repeated-key", '{"a":1,"a":2}'],
  ])("%s cross as they stand", (name, stored) => {
    expect(seen(`arguments-${name}`, "anthropic").text).toContain(`"input":${stored}`)
    expect(seen(`arguments-${name}`, "openai").text).toContain(`"arguments":${JSON.stringify(stored)}`)
    expect(seen(`arguments-${name}`, "anthropic").block("2.0")?.how).toBe("carried")
  })
  it.each(["array", "null", "empty", "cut-off"])("%s gives way to {}", (name) => {
    expect(seen(`arguments-${name}`, "anthropic").text).toContain('"input":{}')
    expect(seen(`arguments-${name}`, "openai").text).toContain('"arguments":"{}"')
    expect(seen(`arguments-${name}`, "openai").block("2.0")).toMatchObject({
      how: "altered",
      reason: "arguments-replaced",
    })
  })
  it("double-encoded ones are unwrapped", () => {
    expect(seen("arguments-double-encoded", "anthropic").text).toContain('"input":{"city":"Oslo"}')
  })
})

describe("the line", () => {
  it("a compaction that keeps only a call, or only its result", () => {
    expect(says("compaction-keeps-a-call")).toContain(outside)
    expect(says("compaction-keeps-a-result")).toContain("Result (bash): ok")
  })
  it("C1[2,3] C2[2,8], with undo of each", () => {
    expect(says("compaction-over-compaction")).toEqual([
      "one",
      "[Summary of earlier conversation]\ntwo to eight",
      "ten",
    ])
    expect(says("compaction-undo-of-the-newer")[1]).toBe("[Summary of earlier conversation]\ntwo and three")
    expect(says("compaction-undo-of-the-newer")[2]).toBe("five")
    expect(says("compaction-undo-of-the-older")).toEqual([
      "one",
      "[Summary of earlier conversation]\ntwo to eight",
      "eleven",
    ])
  })
  it("C1[2,10] C2[12,20]: one summary, at the second message", () => {
    expect(says("compaction-of-the-middle")).toEqual([
      "question 1",
      "[Summary of earlier conversation]\ntwo to twenty",
      "go on",
    ])
  })
  it("a header inside of what is covered stays in force", () => {
    expect(says("compaction-holds-a-header")[0]).toBe("new")
  })
  it("a rewind into a round keeps the result that came before", () => {
    expect(says("rewind-into-a-round").slice(2, 4)).toEqual(["first", outside])
  })
  it("a rewind to a dropped branch, and one over an undo", () => {
    expect(says("rewind-to-a-dropped-branch")).toEqual([
      "one",
      "two",
      "old branch",
      "old reply",
      "on the old branch",
    ])
    expect(says("rewind-over-an-undo")).toEqual(["[Summary of earlier conversation]\none and two", "seven"])
  })
  it("a replacement twice, and undo of the first", () => {
    expect(says("replacement-twice")[1]).toBe("best")
    expect(says("replacement-undo-of-the-first")[1]).toBe("best")
    expect(says("replacement-undo-of-the-second")[1]).toBe("better")
    expect(seen("replacement-of-a-rewound-block", "openai").block("4.0")).toMatchObject({
      how: "dropped",
      reason: "rewound",
    })
  })
})

describe("voices", () => {
  it("the assistant's voice is the agent's alone", () => {
    expect(outline("role-assistant-speaker-human")).toEqual(["user", "user", "assistant", "user"])
    expect(outline("role-user-speaker-agent", "openai-compatible")).toEqual(["user", "assistant", "user"])
  })
  it("nothing to say: a user's turn is made", () => {
    for (const name of ["only-header", "only-blanks", "only-reasoning"])
      expect(says(name).at(-1)).toBe("[Continue]")
    expect(outline("only-notices")).toEqual(["developer", "developer", "user"])
    expect(outline("only-notices", "anthropic")).toEqual(["user"])
  })
  it("our own tags and labels in the agent's text stay as they are", () => {
    expect(seen("own-words-quoted", "anthropic").block("2.0")?.how).toBe("carried")
  })
})

describe("reasoning on its own maker's target", () => {
  it("stays before a late result's round and goes behind it", () => {
    const { block } = seen("reasoning-late-result", "anthropic")
    expect(block("3.0")?.how).toBe("carried")
    expect(block("5.0")).toMatchObject({ how: "dropped", reason: "reasoning-rebound" })
  })
  it("next to one with a lone surrogate", () => {
    const { block } = seen("reasoning-surrogate-beside", "anthropic")
    expect(block("3.0")).toMatchObject({ how: "dropped", reason: "reasoning-unicode" })
    expect(block("3.1")?.how).toBe("carried")
  })
  it("of another maker, model or account is dropped", () => {
    const { block } = seen("reasoning-foreign", "anthropic")
    for (const id of ["3.0", "4.0", "5.0"])
      expect(block(id)).toMatchObject({ how: "dropped", reason: "reasoning-foreign" })
    expect(block("6.0")?.how).toBe("carried")
  })
})
