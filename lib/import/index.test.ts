import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { detect, importerOf, importers, sampleOf } from "./index.ts"

const folder = fileURLToPath(new URL("./samples", import.meta.url))
const samples = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((item) => item.isFile())
  .map((item) => new Uint8Array(readFileSync(join(item.parentPath, item.name))))

const claims = (text: string): readonly string[] =>
  importers.filter((importer) => importer.detect({ text, whole: true, name: "x" })).map(({ id }) => id)
const problem = (bytes: Uint8Array) => {
  const found = detect(sampleOf(bytes, "name"))
  return found.ok ? found.value.id : found.problem
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

test("every importer has an id of its own, a format and a label", () => {
  expect(new Set(importers.map(({ id }) => id)).size).toBe(importers.length)
  for (const importer of importers) expect(importerOf(importer.id)).toBe(importer)
  expect(new Set(importers.map(({ format }) => format))).toEqual(
    new Set([
      "crossing",
      "claude-code",
      "openai-chat",
      "anthropic-messages",
      "har",
      "claude-trace",
      "claude-tap",
      "request-pairs",
    ]),
  )
  expect(importerOf("fax")).toBeUndefined()
})

describe("files that nobody reads", () => {
  test.each([
    ["", "file-empty"],
    [" \n\t\n", "file-empty"],
    ["\uFEFF", "file-empty"],
    ["PK\u0003\u0004\0\0", "file-binary"],
    ["just some words", "format-unknown"],
    ["# A heading\n\nand text", "format-unknown"],
    ["42", "format-unknown"],
    ["{}", "format-unknown"],
    ["[]", "format-unknown"],
    ['{"messages":[]}', "format-unknown"],
    ['{"messages":[{"id":"1","type":"user","content":"gemini"}]}', "format-unknown"],
    ['{"contents":[{"role":"user","parts":[]}]}', "format-unknown"],
    ['[{"role":"user","content":[{"type":"tool-result"}]}]', "format-unknown"],
    ['[{"id":"1","role":"user","parts":[{"type":"text"}]}]', "format-unknown"],
    ['{"timestamp":"x","type":"session_meta","payload":{}}\n{"type":"response_item"}', "format-unknown"],
    [
      '{"type":"session","id":"x","cwd":"/"}\n{"type":"message","id":"1","message":{"role":"user"}}',
      "format-unknown",
    ],
  ])("%j is %s", (text, id) => expect(problem(bytes(text))).toEqual({ id, facts: { name: "name" } }))
  test("bytes that are no text", () => {
    expect(problem(new Uint8Array(2000).map((_, index) => ((index * 97) % 251) | 128))).toMatchObject({
      id: "file-binary",
    })
  })
})

describe("files that one reads", () => {
  test.each([
    ['{"kind":"record","version":1,"id":"a","createdAt":null}', "crossing"],
    ['{"type":"user","uuid":"a","message":{"content":"x"}}', "claude-code"],
    ['{"type":"summary","summary":"x","leafUuid":"a"}', "claude-code"],
    ['not json\n{"type":"queue-operation","sessionId":"a","operation":"dequeue"}\n', "claude-code"],
    ['{"loglines":[{"type":"user"}]}', "claude-code-web"],
    ['[{"role":"user","content":"x"}]', "openai-chat"],
    ['{"model":"gpt-x","messages":[]}', "openai-chat"],
    ['{"body":{"model":"gpt-x","messages":[{"role":"user","content":"x"}]}}', "openai-chat"],
    ['[{"messages":[{"role":"user","content":"x"}]},{"messages":[]}]', "openai-chat"],
    [
      '{"messages":[{"role":"user","content":"x"}]}\n{"messages":[{"role":"user","content":"y"}]}\n',
      "openai-chat-lines",
    ],
    ['{"model":"claude-x","messages":[{"role":"user","content":"x"}]}', "anthropic-messages"],
    ['{"model":"x","system":"s","messages":[{"role":"user","content":"x"}]}', "anthropic-messages"],
    [
      '[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"text","text":"y"}]}]',
      "anthropic-messages",
    ],
    ['{"model":"claude-x","messages":[{"role":"tool","tool_call_id":"a","content":"x"}]}', "openai-chat"],
    ['{"log":{"version":"1.2","entries":[]}}', "har"],
    ['{"log":{"version":"1.2","creator":{"name":"x"', "har"],
    ['{"request":{"timestamp":1.5,"method":"POST","url":"https://x.test","headers":{}', "claude-trace"],
    ['{"request_id":"r","transport":"http","request":{"path":"/v1"},"response":null}', "claude-tap"],
    ['[{"request":{"model":"m","stream":true,"input":"x"},"response":{}}]', "request-pairs"],
    [
      '{"request":{"method":"POST","headers":{},"body":{"messages":[{"role":"user","content":"x"}]}}}',
      "request-pairs",
    ],
    [
      '{"body":{"contents":[{"parts":[]}]},"response":{}}\n{"body":{},"response":{}}\n',
      "request-pairs-lines",
    ],
  ])("%j: %s", (text, id) => expect(claims(text)).toEqual([id]))
  test("whatever stands behind the sample, and wherever it ends", () => {
    for (const sample of samples) {
      const whole = problem(sample)
      for (const length of [
        sample.length - 1,
        Math.floor(sample.length * 0.7),
        Math.floor(sample.length * 0.5),
      ]) {
        const text = Buffer.from(sample.subarray(0, length)).toString()
        const found = detect({ text, whole: false, name: "name" })
        expect(found.ok ? found.value.format : found.problem.id).toBe(importerOf(String(whole))?.format)
      }
    }
  })
})

test("no text is claimed by two, and none makes an importer throw", () => {
  const piece = fc.constantFrom(
    ...[
      '{"type":"user"',
      '"uuid":"a"',
      '"messages":[',
      '{"role":"assistant"',
      '"content":"x"}',
      "]",
      "}",
      ",",
      "\n",
      "[",
      "{",
    ],
    ...[
      '"kind":"record"',
      '"id":"x"',
      '"loglines":[',
      '"system":"s"',
      '"tool_calls":[]',
      '"model":"claude"',
      '"body":{',
      '"sessionId":"s"',
    ],
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join("")),
        fc.string(),
        fc.json(),
      ),
      (text) => {
        expect(claims(text).length).toBeLessThanOrEqual(1)
      },
    ),
    { numRuns: 2000 },
  )
  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.nat(), fc.nat(), (sample, from, length) => {
      const text = Buffer.from(sample).toString()
      const begin = from % text.length
      expect(claims(text.slice(begin, begin + length)).length).toBeLessThanOrEqual(1)
    }),
    { numRuns: 500 },
  )
})
