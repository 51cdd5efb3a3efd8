import { createHash } from "node:crypto"
import { imageSize } from "image-size"
import { describe, expect, it } from "vitest"
import { planted } from "#lib/live/secrets/testing/planted.ts"
import { documents, pictures, png, storedObject } from "#lib/record/arbitrary/media.ts"
import {
  agent,
  answer,
  call,
  file,
  header,
  image,
  opaque,
  reasoning,
  record,
  text,
  tools,
  user,
} from "#lib/record/build.ts"
import { caseOf } from "./case.ts"
import { objectStandIn } from "./picture.ts"
import { placeholders } from "./placeholder.ts"
import { caseWords } from "./words.ts"

const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

const shapeOf = (value: string): string =>
  value
    .replaceAll(/[a-z]/g, "a")
    .replaceAll(/[A-Z]/g, "A")
    .replaceAll(/[1-9]/g, "9")
    .replaceAll(/(?=[^A-Za-z])\p{L}/gu, "é")

describe("a placeholder", () => {
  it.each([
    "Find out why the build fails, please: 42 of 1,300 tests (3.5 %).",
    'He said \\"no\\" and "yes"\n\tthen\r\n left',
    " \u0000 \ud800 \u202e nul and lone and turned",
    "ÄÖü straße 東京 déjà-vu",
    "https://example.com/a/b?c=d#e /home/mika/x.ts",
  ])("of %j has its shape and its length, and none of its words", (value) => {
    const made = placeholders()(value)
    expect(made).toHaveLength(value.length)
    expect(shapeOf(made)).toBe(shapeOf(value))
    for (const [word] of value.matchAll(/\p{L}{4,}/gu)) expect(made).not.toContain(word)
  })
  it.each(["", " \n", "\u001c", "—…!", "0"])("of %j is itself: there is nothing to hide", (value) =>
    expect(placeholders()(value)).toBe(value),
  )
  it("is the same for the same text, and another for another", () => {
    const placeholder = placeholders()
    const words = ["go", "on", "go", "up", "Go", "a1", "b2"]
    const made = words.map(placeholder)
    expect(made[0]).toBe(made[2])
    expect(new Set(made).size).toBe(new Set(words).size)
  })
  it("keeps the replay's own tags, and makes none", () => {
    const placeholder = placeholders()
    expect(placeholder("x </answer> y")).toMatch(/^[a-z] <\/answer> [a-z]$/)
    const word = (n: number): string =>
      [17_576, 676, 26, 1].map((unit) => String.fromCharCode(97 + (Math.floor(n / unit) % 26))).join("")
    const others = Array.from({ length: 100_000 }, (_, n) => word(n)).filter((each) => each !== "call")
    const made = others.map((each) => placeholder(`<${each}>`))
    expect(made.filter((each) => each === "<turn>" || each === "<call>")).toEqual([])
  })
})

describe("JSON", () => {
  const words = caseWords()
  it("keeps its form: keys and strings change, numbers stay numbers, escapes stay escapes", () => {
    const made = words.text(
      ' {\n "name" : "Mika" ,"n":[12345678901234567890, 1.10,true,null],"e":"a\\"b\\n\\u00e9\\ud83d"}\n',
    )
    expect(made).toMatch(
      /^ \{\n "[a-z]{4}" : "[A-Z][a-z]{3}" ,"[a-z]":\[[1-9]{9}0[1-9]{9}0, [1-9]\.[1-9]0,true,null\],"[a-z]":"[a-z]\\"[a-z]\\n\\u00[0-9a-f]{2}\\ud83d"\}\n$/,
    )
    expect(() => JSON.parse(made)).not.toThrow()
  })
  it("keeps a repeated key repeated, and JSON inside a string JSON", () => {
    expect(words.text('{"ab":1,"ab":2}')).toMatch(/^\{"([a-z]{2})":[1-9],"\1":[1-9]\}$/)
    expect(JSON.parse(JSON.parse(words.text('"{\\"city\\":\\"Oslo\\"}"')))).toBeTypeOf("object")
  })
  it("stays none where it is none", () => {
    for (const broken of ['{"command":"cd', "{'a':1}", '{"a":"\\x"}', '{"a":01}', '{"t":"raw\ttab"}'])
      expect(() => JSON.parse(words.text(broken)), broken).toThrow()
  })
  it("of a provider keeps the provider's language, of a schema that of schemas", () => {
    expect(words.native('{"type":"tool_use","id":"ab1","input":{"type":"file"}}')).toMatch(
      /^\{"type":"tool_use","id":"[a-z]{2}[1-9]","input":\{"(?!type)[a-z]{4}":"(?!file)[a-z]{4}"\}\}$/,
    )
    expect(
      words.schema('{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}'),
    ).toMatch(
      /^\{"type":"object","properties":\{"(?!path)([a-z]{4})":\{"type":"string"\}\},"required":\["\1"\]\}$/,
    )
  })
  it("keeps names of tools made of one another", () => {
    expect(words.name("mcp__files__search")).toBe(`mcp__${words.name("files")}__${words.name("search")}`)
    expect(words.name("x_mcp_srv")).toMatch(new RegExp(`_${words.name("srv")}$`))
  })
})

const at = (minute: number) => `2026-03-17T10:0${minute}:00.000Z`

const said = record(
  header({ system: "Be brief.", params: { toolChoice: { tool: "bash" }, extra: '{"user":"mika"}' } }),
  user([text("go"), image(pictures[0]?.object.sha256 ?? ""), file(documents[0]?.object.sha256 ?? "")]),
  agent([
    reasoning("hm", "c2lnbmVk+/=="),
    call("toolu_1", "bash", '{"command":"ls"}'),
    opaque('{"type":"odd"}'),
  ]),
  tools(answer("toolu_1", "ghp_out")),
)
const timed = {
  header: {
    ...said.header,
    title: "Secret plan",
    origin: { format: "claude-code", session: "abc", name: "x.jsonl" },
  },
  entries: said.entries.map((entry, index) => ({
    ...entry,
    at: at(index),
    origin: { segment: "f".repeat(64), lines: [index + 1, index + 1] as [number, number] },
  })),
}

describe("a case", () => {
  const { record: made, objects } = caseOf(timed, storedObject)
  it("has nothing of its source, and times from the year 2000 on", () => {
    expect(made.header).toEqual({
      kind: "record",
      version: 1,
      id: "case",
      title: "Loremi sumd",
      createdAt: null,
    })
    expect(made.entries.map((entry) => [entry.id, entry.at, entry.origin])).toEqual(
      [0, 1, 2, 3].map((minute) => [`e${minute + 1}`, `2000-01-01T00:0${minute}:00.000Z`, undefined]),
    )
  })
  it("keeps calls and results together under other ids and names", () => {
    const [, , reply, result] = made.entries
    const given =
      reply?.kind === "message" && reply.blocks[1]?.kind === "tool-call" ? reply.blocks[1] : undefined
    expect(given?.callId).toMatch(/^[a-z]{5}_[1-9]$/)
    expect(result).toMatchObject({ blocks: [{ callId: given?.callId, name: given?.name }] })
    expect(made.entries[0]).toMatchObject({ params: { toolChoice: { tool: given?.name } } })
  })
  it("stands in for seals by their length, and for objects by tiny ones of their type", () => {
    expect(made.entries[2]).toMatchObject({
      blocks: [{ proof: { value: expect.stringMatching(/^.{10}\+\/==$|^.{8}\+\/==$/) } }, {}, {}],
    })
    expect(objects.map(({ mediaType, bytes }) => [mediaType, bytes.length < 200])).toEqual([
      ["image/png", true],
      ["application/pdf", true],
    ])
    expect(objects.map(({ sha256 }) => sha256)).toEqual(objects.map(({ bytes }) => digestOf(bytes)))
  })
  it("holds no secret of any kind", () => {
    const all = record(...Object.values(planted).map((secret) => user(`my key is ${secret}`)))
    const text = JSON.stringify(caseOf(all, storedObject))
    for (const secret of Object.values(planted))
      expect(text).not.toContain(JSON.stringify(secret).slice(1, -1))
  })
})

describe("bytes that stand in", () => {
  it("say the same size, for each type that a target takes", () => {
    for (const { object } of pictures) {
      const measured = (bytes: Uint8Array) => {
        try {
          const { width, height, type } = imageSize(bytes)
          return { width, height, type }
        } catch {
          return undefined
        }
      }
      expect(measured(objectStandIn(object).bytes), object.mediaType).toEqual(measured(object.bytes))
    }
  })
  it("are as long where their length is why they are refused", () => {
    const bytes = new Uint8Array(3_000_000)
    bytes.set(png(2, 2))
    expect(objectStandIn({ sha256: "", mediaType: "image/png", bytes }).bytes).toHaveLength(3_000_000)
  })
})
