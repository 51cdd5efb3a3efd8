import { expect, test } from "vitest"
import { targetOf } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import { pictures } from "#lib/record/arbitrary/media.ts"
import { agent, call, header, image, result, text, user } from "#lib/record/build.ts"
import { panel } from "#lib/sent/testing/panel.ts"
import { readSource } from "../read-source.ts"

/** Where each target takes its requests. */
const addresses = [
  ["anthropic", "https://api.anthropic.com/v1/messages"],
  ["openai", "https://api.openai.com/v1/chat/completions"],
  ["openai-responses", "https://api.openai.com/v1/responses"],
  ["codex", "https://chatgpt.com/backend-api/codex/responses"],
  ["xai", "https://api.x.ai/v1/responses"],
  ["glm", "https://api.z.ai/api/anthropic/v1/messages"],
  ["bedrock", "https://bedrock-runtime.eu-north-1.amazonaws.com/model/anthropic.claude-x/converse-stream"],
  ["gemini", "https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:streamGenerateContent"],
  ["kimi", "https://api.moonshot.ai/v1/chat/completions"],
  ["deepseek", "https://api.deepseek.com/v1/chat/completions"],
  ["mistral", "https://api.mistral.ai/v1/chat/completions"],
  ["ollama", "http://localhost:11434/api/chat"],
] as const

const picture = pictures[0]?.object.sha256 ?? ""

/** A conversation of three requests as our own panel sends it to a target, written down as a capture. */
const captured = (id: string, url: string): string => {
  const target = targetOf(id)
  if (target === undefined) throw new Error(`no target ${id}`)
  const on = panel(target)
  on.log(header({ system: "Be brief.", tools: [{ name: "bash", inputSchema: '{"type":"object"}' }] }))
  on.log(user([text("look"), image(picture)]))
  on.send()
  on.log(agent([text("I will."), call("a12345678")]), result("a12345678", "done"))
  on.send()
  on.log(agent("That is all."), user("Thanks. More?"))
  on.send()
  return on.sent
    .map(({ bytes }) => {
      const body: unknown = JSON.parse(Buffer.from(bytes).toString())
      return JSON.stringify({ request: { method: "POST", url, headers: {}, body }, response: null })
    })
    .join("\n")
}

test.each(addresses)("what our panel sent to %s is rebuilt byte for byte from its capture", (id, url) => {
  const reading = readSource({ name: "x.jsonl", text: captured(id, url) })
  if (!reading.ok) throw new Error(reading.problem.id)
  const { records, objects } = reading.value
  expect(records).toHaveLength(1)
  const bytesOf = (sha256: string) => objects.find((object) => object.sha256 === sha256)?.bytes
  const entries = records[0]?.entries ?? []
  const sents = entries.flatMap((entry) => (entry.kind === "sent" ? [entry] : []))
  expect(sents.map(({ target }) => target)).toEqual([id, id, id])
  for (const sent of sents) {
    const target = targetOf(sent.target ?? "")
    if (target === undefined) throw new Error("no such target")
    const { wire } = project({ entries }, target, { objects: bytesOf, asOf: sent.through ?? 0 })
    expect([wire.digest(), Buffer.from(wire.bytes()).length]).toEqual([sent.sha256, sent.length])
  }
})
