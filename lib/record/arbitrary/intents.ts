import fc from "fast-check"
import type { Header, Tool } from "../entry.ts"
import type { AgentPart, Answer, HeaderIntent, Intent, NativeForm, Part, ProofForm, Voice } from "./intent.ts"
import { documents, pictures } from "./media.ts"
import { headerTargets, makers } from "./parties.ts"
import { argumentTexts, callIds, labels, opaques, schemas, toolNames, words } from "./words.ts"

/** Arbitraries of intents. Plain choices stand first everywhere: fast-check shrinks towards them. */

const some = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary })

/** A key that is there once in `of` times. */
const rare = <Key extends string, Value>(
  of: number,
  key: Key,
  value: fc.Arbitrary<Value>,
): fc.Arbitrary<{ readonly [name in Key]?: Value }> =>
  fc.oneof(
    some(of - 1, fc.constant({})),
    some(
      1,
      value.map((is) => ({ [key]: is }) as { readonly [name in Key]: Value }), // a computed key is typed as string
    ),
  )

const pick = fc.nat({ max: 11 })
/** Mostly the first few of a pool, which are plain; now and then any of it. */
const mostly = <Value>(pool: readonly Value[], plain: number) =>
  fc.oneof(some(3, fc.constantFrom(...pool.slice(0, plain))), some(1, fc.constantFrom(...pool)))

const word = mostly(words, 3)
const nativeForm = fc.constantFrom<NativeForm>("fits", "elsewhere", "unlike", "unclean", "broken")
const native = (of: number) => rare(of, "native", nativeForm)

const text: fc.Arbitrary<Part> = fc
  .tuple(word, native(14))
  .map(([value, more]) => ({ part: "text", text: value, ...more }))
const picture: fc.Arbitrary<Part> = fc
  .tuple(mostly([...pictures.keys()], 3), native(14))
  .map(([index, more]) => ({ part: "image", picture: index, ...more }))
const file: fc.Arbitrary<Part> = fc
  .constantFrom(...documents.keys())
  .map((document) => ({ part: "file", document }))
const opaque: fc.Arbitrary<Part> = fc.constantFrom(...opaques).map((of) => ({ part: "opaque", ...of }))

const part: fc.Arbitrary<Part> = fc.oneof(
  some(8, text),
  some(3, picture),
  some(1, fc.constant<Part>({ part: "image-url" })),
  some(1, file),
  some(1, opaque),
)
const resultParts = fc.array(
  fc.oneof(some(5, text), some(2, picture), some(1, file), some(1, fc.constant<Part>({ part: "image-url" }))),
  {
    maxLength: 2,
  },
)

const proof = fc.oneof(
  some(3, fc.constantFrom<ProofForm>("none", "signature")),
  some(1, fc.constantFrom<ProofForm>("redacted", "openai", "gemini")),
)
/** Reasoning that may not be repaired where it is sealed. */
const unclean = words.filter((value) => !value.isWellFormed() || value.includes("\u0000"))
const reasoning: fc.Arbitrary<AgentPart> = fc
  .tuple(fc.oneof(some(5, mostly(words, 2)), some(1, fc.constantFrom(...unclean))), proof)
  .map(([value, form]) => ({ part: "reasoning", text: value, proof: form }))

const call: fc.Arbitrary<AgentPart> = fc
  .tuple(
    mostly(callIds, 3),
    mostly(toolNames, 2),
    mostly(argumentTexts, 3),
    rare(12, "custom", fc.constant<true>(true)),
    native(20),
  )
  .map(([id, name, json, custom, more]) => ({ part: "call", id, name, json, ...custom, ...more }))
const serverCall: fc.Arbitrary<AgentPart> = fc
  .tuple(
    fc.constantFrom("srvtoolu_1", "srvtoolu_2", "toolu_1", "abcdefgh2"),
    mostly(argumentTexts, 2),
    native(2),
  )
  .map(([id, json, more]) => ({ part: "call", id, name: "web_search", json, server: true, ...more }))
const serverResult: fc.Arbitrary<AgentPart> = fc
  .tuple(fc.nat({ max: 2 }), native(2))
  .map(([of, more]) => ({ part: "server-result", pick: of, ...more }))

/** A server's call and its result, mostly both. */
const exchange = fc
  .tuple(serverCall, serverResult, fc.nat({ max: 3 }))
  .map(([asked, found, one]): readonly AgentPart[] =>
    one === 1 ? [asked] : one === 2 ? [found] : [asked, found],
  )
/** Reasoning that is stored twice, as the same item. */
const again = fc
  .tuple(reasoning, call)
  .map(([thought, asked]): readonly AgentPart[] => [thought, thought, asked])
const one = <Value>(arbitrary: fc.Arbitrary<Value>) => arbitrary.map((value): readonly Value[] => [value])
const agentParts: fc.Arbitrary<readonly AgentPart[]> = fc
  .array(
    fc.oneof(
      some(4, one(text)),
      some(6, one(call)),
      some(3, one(reasoning)),
      some(1, one(part)),
      some(1, exchange),
      some(1, again),
    ),
    { maxLength: 3 },
  )
  .map((lists) => lists.flat())

const voice: fc.Arbitrary<Voice> = fc.oneof(
  some(8, fc.constant<Voice>({ role: "user", speaker: { kind: "human" } })),
  some(
    4,
    fc
      .tuple(
        fc.constantFrom<Voice["role"]>("user", "system", "assistant"),
        fc.constantFrom("notice", "context"),
        rare(2, "label", fc.constantFrom(...labels)),
      )
      .map(
        ([role, kind, label]): Voice => ({
          role,
          speaker: { kind: kind === "notice" ? "notice" : "context", ...label },
        }),
      ),
  ),
  some(
    1,
    fc.constantFrom<Voice>(
      { role: "user", speaker: { kind: "summary" } },
      { role: "assistant", speaker: { kind: "human" } },
      { role: "user", speaker: { kind: "agent", name: "other" } },
      { role: "system", speaker: { kind: "notice" } },
      { role: "tool", speaker: { kind: "tool" } },
      { role: "user", speaker: { kind: "tool" } },
    ),
  ),
)
const surface = rare(16, "surface", fc.constant<true>(true))

const say: fc.Arbitrary<Intent> = fc
  .tuple(
    voice,
    fc.array(part, { minLength: 0, maxLength: 2 }),
    surface,
    rare(16, "derived", fc.constant<true>(true)),
  )
  .map(([who, parts, shown, derived]) => ({ act: "say", voice: who, parts, ...shown, ...derived }))
const agent: fc.Arbitrary<Intent> = fc
  .tuple(
    fc.oneof(
      some(3, fc.constantFrom("new" as const, "none" as const)),
      some(3, fc.constant("same" as const)),
      some(1, fc.constant("older" as const)),
    ), // literals, not strings
    fc.oneof(some(1, fc.constantFrom(0, 1)), some(1, fc.constantFrom(...makers.keys()))),
    agentParts,
    rare(6, "stop", fc.constantFrom("end" as const, "tool-calls" as const, "aborted" as const)), // literals, not strings
    surface,
  )
  .map(([response, maker, parts, stop, shown]) => ({
    act: "agent",
    response,
    maker,
    parts,
    ...stop,
    ...shown,
  }))

const answer: fc.Arbitrary<Answer> = fc
  .tuple(
    fc.nat({ max: 3 }),
    fc.oneof(some(4, fc.constant(false)), some(1, fc.constant(true))),
    resultParts,
    rare(12, "id", fc.constantFrom(...callIds, "gone")),
    rare(10, "again", fc.constant<true>(true)),
    rare(20, "server", fc.constant<true>(true)),
  )
  .map(([of, isError, content, id, again, server]) => ({
    pick: of,
    isError,
    content,
    ...id,
    ...again,
    ...server,
  }))
const answers: fc.Arbitrary<Intent> = fc
  .tuple(
    fc.array(answer, { minLength: 1, maxLength: 2 }),
    rare(12, "said", word),
    rare(24, "surface", fc.constant<true>(true)),
  )
  .map(([list, said, shown]) => ({ act: "answer", answers: list, ...said, ...shown }))

const compaction: fc.Arbitrary<Intent> = fc
  .tuple(
    pick,
    pick,
    fc.oneof(some(5, fc.constant(true)), some(1, fc.constant(false))),
    mostly(["a summary", ...words], 1),
  )
  .map(([from, to, covers, summary]) => ({ act: "compaction", from, to, covers, summary }))
const rewind: fc.Arbitrary<Intent> = fc
  .tuple(pick, fc.boolean())
  .map(([of, keep]) => ({ act: "rewind", pick: of, keep }))
const undo: fc.Arbitrary<Intent> = fc.nat({ max: 3 }).map((of) => ({ act: "undo", pick: of }))
const replacement: fc.Arbitrary<Intent> = fc
  .tuple(pick, mostly(["[cleared]", ...words], 1), fc.nat({ max: 5 }))
  .map(([of, value, odd]) => ({ act: "replacement", pick: of, text: value, odd }))

const tool: fc.Arbitrary<Tool> = fc
  .tuple(mostly(toolNames, 3), mostly(schemas, 2), rare(2, "description", word))
  .map(([name, inputSchema, description]) => ({ name, ...description, inputSchema }))
const params: fc.Arbitrary<Header["params"]> = fc.oneof(
  some(4, fc.constantFrom<Header["params"]>({ maxTokens: 4096 }, {})),
  some(
    3,
    fc.constantFrom<Header["params"]>(
      { maxTokens: 4096, thinking: { mode: "enabled", budget: 2048 } },
      { thinking: { mode: "enabled" } },
      { maxTokens: 1000, thinking: { mode: "enabled", budget: 2048 } },
      { maxTokens: 4096, thinking: { mode: "adaptive" }, effort: "high" },
      { maxTokens: 64, temperature: 0.5, topP: 0.9, stop: ["END", "", " "], parallel: false },
      { temperature: 9, toolChoice: { tool: "bash" } },
      { maxTokens: 4096, toolChoice: "required", thinking: { mode: "enabled", budget: 2048 } },
      { toolChoice: "none", parallel: true },
      { extra: '{"metadata": {"n":12345678901234567890}}' },
      { extra: '{"messages":[],"max_tokens":1}' },
      { extra: "not json" },
      { extra: '{"note":"\\ud83d"}' },
    ),
  ),
)
const principal: fc.Arbitrary<NonNullable<HeaderIntent["principal"]>> = fc.constantFrom(
  { mode: "resident", drift: false },
  { mode: "borrowed", drift: true },
  { mode: "borrowed", drift: "account differs" },
)
const header: fc.Arbitrary<Intent> = fc
  .tuple(
    mostly([...headerTargets.keys()], 2),
    params,
    rare(2, "system", word),
    rare(2, "tools", fc.array(tool, { maxLength: 3 })),
    rare(3, "principal", principal),
  )
  .map(([target, values, system, tools, acting]) => ({
    act: "header",
    target,
    params: values,
    ...system,
    ...tools,
    ...acting,
  }))

const aside: fc.Arbitrary<Intent> = fc
  .constantFrom(
    "turn" as const,
    "step" as const,
    "attempt" as const,
    "permission" as const,
    "sent" as const,
    "unread" as const,
  ) // literals, not strings
  .map((kind) => ({ act: "aside", kind }))
const gallery: fc.Arbitrary<Intent> = fc
  .oneof({ withCrossShrink: true }, some(1, fc.nat({ max: 3 })), some(4, fc.integer({ min: 19, max: 22 })))
  .map((count) => ({ act: "gallery", count }))

const intent: fc.Arbitrary<Intent> = fc.oneof(
  some(16, say),
  some(22, agent),
  some(20, answers),
  some(4, compaction),
  some(4, rewind),
  some(3, undo),
  some(4, replacement),
  some(3, header),
  some(2, aside),
  some(1, gallery),
)

/** Lists of intents, mostly begun by a header, up to `length` of them. */
export const intentsUpTo = (length: number): fc.Arbitrary<readonly Intent[]> =>
  fc
    .tuple(
      fc.oneof(some(3, fc.array(header, { minLength: 0, maxLength: 1 })), some(1, fc.constant([]))),
      fc.array(intent, { maxLength: length, size: "max" }),
    )
    .map(([first, rest]) => [...first, ...rest])
