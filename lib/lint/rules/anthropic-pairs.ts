import { listOf, objectOf, stringOf } from "#lib/record/json.ts"
import { type Body, type Placed, type Turn, turnsOf } from "../body.ts"
import { once } from "../once.ts"
import { amongIds, idAt, nameAt, type Part, type ResultPart } from "../part.ts"
import { type Hit, hitCall, hitInCall, type Rule } from "../rule.ts"
import { gather, sift } from "../sift.ts"
import { onClaude, onMessages } from "./anthropic.ts"

type Results = readonly Placed<ResultPart>[]

type Behind = { readonly result: Placed<ResultPart>; readonly first: Placed<Part> }

/** A turn's results of calls of the turn before, from the first part that is something else. */
const behind = (parts: Turn["parts"], first: Placed<Part>, calls: Turn["calls"]): readonly Behind[] => {
  const names = new Map(calls.map(({ part }) => [part.id, part.name]))
  return sift(parts.slice(parts.indexOf(first)), ({ message, part }) => {
    if (part.is !== "result" || part.isServer || !names.has(part.id)) return undefined
    return { result: { message, part: { ...part, name: names.get(part.id) } }, first }
  })
}

/** Results that answer the turn before, with something else than results in front of them. */
const behindOthers = once((body: Body): readonly Behind[] =>
  gather(turnsOf(body), ({ parts, results }, index) => {
    const before = turnsOf(body)[index - 1]
    if (before === undefined || before.calls.length === 0 || results.length === 0) return undefined
    const first = parts.find(({ part }) => part.is !== "result")
    return first === undefined ? undefined : behind(parts, first, before.calls)
  }),
)

const late = (body: Body): readonly Hit[] =>
  behindOthers(body).map(({ result: { message, part }, first }) =>
    hitCall(message, part, { behind: first.part.at }),
  )

const merged = (body: Body): readonly Hit[] =>
  sift(behindOthers(body), ({ result: { message, part }, first }) =>
    first.message.index < message.index ? hitCall(message, part, { behind: first.part.at }) : undefined,
  )

type Answers = {
  readonly unanswered: Turn["calls"]
  readonly orphans: Results
  readonly repeated: Results
  readonly surplus: Results
}

const none: readonly never[] = []

/** Calls against the results behind them; undefined where there is one each, and they match, or neither. */
const matched = (calls: Turn["calls"], results: Results): Answers | undefined => {
  const isOne = calls.length <= 1 && calls.length === results.length
  if (isOne && calls[0]?.part.id === results[0]?.part.id) return undefined
  const asked = amongIds(calls.map(({ part }) => part))
  const seen = new Map<string | undefined, number>()
  const orphans: Placed<ResultPart>[] = []
  const repeated: Placed<ResultPart>[] = []
  for (const result of results) {
    const { id } = result.part
    const first = seen.get(id)
    if (!asked(id) || (first !== undefined && first < result.message.index)) orphans.push(result)
    else if (first !== undefined) repeated.push(result)
    if (first === undefined) seen.set(id, result.message.index)
  }
  const unanswered = calls.filter(({ part }) => !seen.has(part.id))
  return { unanswered, orphans, repeated, surplus: results.slice(calls.length) }
}

/** Each turn's calls against the results of the turn behind it; the first turn's results have no calls. */
const answersOf = once((body: Body): readonly Answers[] => {
  const turns = turnsOf(body)
  const before: readonly (Turn | undefined)[] = [undefined]
  return sift(before.concat(turns), (turn, index) =>
    matched(turn?.calls ?? none, turns[index]?.results ?? none),
  )
})

const hits = (found: Turn["calls"] | Results): readonly Hit[] =>
  found.map(({ message, part }) => hitCall(message, part))

const answers =
  (pick: (answers: Answers) => Turn["calls"] | Results) =>
  (body: Body): readonly Hit[] =>
    gather(answersOf(body), (found) => hits(pick(found)))

/** On Converse more results than calls have a rule of their own. */
const orphans = (body: Body): readonly Hit[] =>
  gather(answersOf(body), (found) =>
    body.shape === "converse" && found.surplus.length > 0 ? undefined : hits(found.orphans),
  )

export const surplusResults = answers(({ surplus }) => surplus)

/** Calls with an id that a call before them has; on the whole body or within one message. */
export const repeatedCalls =
  (within: "body" | "message") =>
  (body: Body): readonly Hit[] => {
    const seen = new Set<string>()
    let index = -1
    return sift(body.calls, ({ message, part }) => {
      if (within === "message" && message.index !== index) seen.clear()
      index = message.index
      if (part.id === undefined || part.id === "") return undefined // `common/empty-id` speaks of those
      const isKnown = seen.has(part.id)
      seen.add(part.id)
      return isKnown ? hitInCall(message, part, idAt(part)) : undefined
    })
  }

/** Ids of calls and results that do not fit. */
export const unfitIds =
  (fits: (id: string) => boolean, facts: (id: string) => Hit["facts"] = () => undefined) =>
  (body: Body): readonly Hit[] =>
    sift(body.linked, ({ message, part }) =>
      part.id === undefined || part.id === "" || fits(part.id)
        ? undefined
        : hitInCall(message, part, idAt(part), facts(part.id)),
    )

/** Names of declared tools, and of historical calls where asked, that do not fit. */
export const unfitNames =
  (fits: (name: string) => boolean, where: "declared" | "everywhere") =>
  (body: Body): readonly Hit[] => [
    ...body.tools.flatMap(({ name, nameAt }): readonly Hit[] =>
      name === undefined || fits(name) ? [] : [{ at: nameAt, tool: name }],
    ),
    ...sift(where === "declared" ? [] : body.calls, ({ message, part }) =>
      part.name === undefined || fits(part.name) ? undefined : hitInCall(message, part, nameAt(part)),
    ),
  ]

const referredTo = (part: unknown): string | undefined => {
  const fields = objectOf(part)
  return fields?.["type"] === "tool_reference" ? stringOf(fields["tool_name"]) : undefined
}

const unknownReferences = (
  { message, part }: Placed<ResultPart>,
  names: ReadonlySet<string>,
): readonly Hit[] => {
  const list = listOf(part.value["content"])
  if (list === undefined || sift(list, referredTo).length === 0) return none
  return sift(list, (inner, index): Hit | undefined => {
    const name = referredTo(inner)
    if (name === undefined || names.has(name)) return undefined
    const hit = hitInCall(message, part, `${part.at}/content/${index}`, { why: "not declared" })
    return { ...hit, tool: name }
  })
}

const unresolved = (body: Body): readonly Hit[] => {
  const names = new Set<string>()
  const conflicts = sift(body.tools, ({ name, nameAt }): Hit | undefined => {
    if (name === undefined) return undefined
    const isKnown = names.has(name)
    names.add(name)
    return isKnown ? { at: nameAt, tool: name, facts: { why: "declared twice" } } : undefined
  })
  const referred = gather(body.results, (result) => unknownReferences(result, names))
  return [...conflicts, ...referred]
}

/** Calls, their results and their names (`wire-rules.md` 2.3). */
export const anthropicPairs: readonly Rule[] = [
  {
    id: "anthropic/tool-result-follows",
    confidence: "A",
    effect: "reject",
    scope: "S",
    on: onClaude,
    meaning: "A call has no result in the message right behind it.",
    fix: "Put its result there; where there is none, one that says that the call was interrupted.",
    source: "provider documentation; public reports",
    check: answers(({ unanswered }) => unanswered),
  },
  {
    id: "anthropic/tool-result-leading-run",
    confidence: "A",
    effect: "reject",
    scope: "S",
    on: onClaude,
    meaning: "A result stands behind something else; all results come first in their message.",
    fix: "Move the results to the front, whatever their order, and the rest behind them.",
    source: "provider documentation; a probe",
    check: late,
  },
  {
    id: "anthropic/consecutive-merge-hazard",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: onClaude,
    meaning:
      "A user's message stands between a call and its result; both become one turn, with the result behind.",
    fix: "Send the result first, and what the user said behind it.",
    source: "a probe",
    check: merged,
  },
  {
    id: "anthropic/tool-result-has-use",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: onClaude,
    meaning: "A result answers no call of the message before it.",
    fix: "Keep the call in history, or turn the result into plain text.",
    source: "public reports",
    check: orphans,
  },
  {
    id: "anthropic/tool-use-id-unique",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "Two calls of the request have one id.",
    fix: "Rewrite the later id, on its call and its result alike.",
    source: "public reports",
    check: repeatedCalls("body"),
  },
  {
    id: "anthropic/tool-result-single",
    confidence: "C",
    effect: "reject",
    scope: "S",
    on: onClaude,
    meaning: "A call has more than one result.",
    fix: "Send one; what the others say can stand in its content.",
    source: "other clients' code",
    check: answers(({ repeated }) => repeated),
  },
  {
    id: "anthropic/tool-id-charset",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "An id holds characters other than letters, digits, `_` and `-`.",
    fix: "Rewrite it by a map that keeps ids apart, on the call and its result alike.",
    source: "public reports",
    check: unfitIds((id) => /^[a-zA-Z0-9_-]+$/.test(id)),
  },
  {
    id: "anthropic/tool-id-length",
    confidence: "X",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "An id is longer than 64 characters.",
    fix: "Shorten it by a hash, on the call and its result alike.",
    source: "unverified",
    check: unfitIds(
      (id) => id.length <= 64,
      (id) => ({ characters: id.length, limit: 64 }),
    ),
  },
  {
    id: "anthropic/tool-name",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "A tool's name is not of 1 to 128 letters, digits, `_` or `-`.",
    fix: "Rename it by a map that keeps names apart, in declarations and history alike.",
    source: "public reports",
    check: unfitNames((name) => /^[a-zA-Z0-9_-]{1,128}$/.test(name), "declared"),
  },
  {
    id: "anthropic/tool-reference",
    confidence: "A",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "A tool is declared twice, or one is referred to that is not declared.",
    fix: "Declare each tool once, under the name that is referred to.",
    source: "provider SDK types",
    check: unresolved,
  },
]
