import fc from "fast-check"
import { expect, test } from "vitest"
import { targetOf } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import { readSource } from "../read-source.ts"

/** Random traffic in which requests grow, are sent again, go back, and belong to several conversations at once. */

type Said = {
  readonly role: string
  readonly content: string | null
  readonly tool_calls?: readonly unknown[]
  readonly tool_call_id?: string
}

const url = "https://api.openai.com/v1/chat/completions"
const target = targetOf("openai")
if (target === undefined) throw new Error("no such target")

const step = fc.record({
  talk: fc.nat({ max: 2 }),
  how: fc.constantFrom("say", "say", "call", "again", "back", "unanswered"),
  back: fc.integer({ min: 1, max: 5 }),
})

let ids = 0
const answerOf = (message: Said) => ({
  id: `chatcmpl-${++ids}`,
  model: "gpt-x",
  choices: [{ index: 0, message, finish_reason: message.tool_calls === undefined ? "stop" : "tool_calls" }],
})

const rather = (): Said => ({ role: "user", content: `Rather ${++ids}.` })

/** A history that ends with a call that nobody answered is none that a client sends. */
const begun = (said: readonly Said[]): readonly Said[] =>
  said.at(-1)?.tool_calls === undefined ? said : said.slice(0, -1)

/** What a client keeps of one conversation, and what it sends next. */
const client = (n: number) => {
  const system = { role: "system", content: `You are ${n}.` }
  let said: Said[] = [{ role: "user", content: `Hello ${n}.` }]
  const call = (): Said => {
    const id = `call_${++ids}`
    return {
      role: "assistant",
      content: null,
      tool_calls: [{ id, type: "function", function: { name: "look", arguments: "{}" } }],
    }
  }
  return (how: string, back: number): string => {
    if (how === "back") said = [...begun(said.slice(0, Math.max(1, said.length - back))), rather()]
    const messages = [system, ...said]
    const reply: Said = how === "call" ? call() : { role: "assistant", content: `Answer ${++ids}.` }
    const isAnswered = how !== "unanswered" && how !== "again"
    const line = JSON.stringify({
      timestamp: new Date(Date.UTC(2026, 0, 1) + ++ids * 1000).toISOString(),
      request: { method: "POST", url, headers: {}, body: { model: "gpt-x", messages } },
      response: isAnswered ? { status: 200, headers: {}, body: answerOf(reply) } : null,
    })
    if (!isAnswered) return line
    const [made] = (reply.tool_calls ?? []) as readonly { readonly id: string }[]
    said = [
      ...said,
      reply,
      made === undefined
        ? { role: "user", content: `More ${++ids}.` }
        : { role: "tool", tool_call_id: made.id, content: "seen" },
    ]
    return line
  }
}

const plain = (messages: readonly Said[]) =>
  messages.map(({ role, content, tool_calls: calls = [], tool_call_id: id }) => [
    role.replace("developer", "system"),
    content ?? "",
    calls,
    id,
  ])

test("as of each request, its record holds what was sent, in order, and nothing else", () => {
  let rewinds = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 14 }), (steps) => {
      const clients = [client(1), client(2), client(3)]
      const lines = steps.map(({ talk, how, back }) => clients[talk]?.(how, back) ?? "")
      const reading = readSource({ name: "x.jsonl", text: lines.join("\n") })
      if (!reading.ok) throw new Error(reading.problem.id)
      expect(reading.value.records).toHaveLength(new Set(steps.map(({ talk }) => talk)).size)
      const bodies = lines.map(
        (line) => (JSON.parse(line) as { request: { body: { messages: Said[] } } }).request.body,
      ) // as made above
      let seen = 0
      for (const { entries } of reading.value.records) {
        rewinds += entries.filter(({ kind }) => kind === "rewind").length
        for (const entry of entries) {
          if (entry.kind !== "sent") continue
          seen++
          const from = entry.origin !== undefined && "lines" in entry.origin ? entry.origin.lines[0] : 0
          const { wire } = project({ entries }, target, {
            objects: () => undefined,
            asOf: entry.through ?? 0,
          })
          const rebuilt = JSON.parse(Buffer.from(wire.bytes()).toString()) as { messages: Said[] } // a chat body
          expect(plain(rebuilt.messages)).toEqual(plain(bodies[from - 1]?.messages ?? []))
        }
      }
      expect(seen).toBe(steps.length)
    }),
    { numRuns: 60 },
  )
  expect(rewinds).toBeGreaterThan(0)
})
