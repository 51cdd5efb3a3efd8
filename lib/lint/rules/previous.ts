import { objectOf } from "#lib/record/json.ts"
import { byteOffsets, type Spans, spans } from "#lib/wire/print.ts"
import { type Body, historyOf, under } from "../body.ts"
import { firstDifference, type Past } from "../difference.ts"
import type { Message, Part } from "../part.ts"
import type { Hit, Rule } from "../rule.ts"

/** Parts of a request in the order that providers hash them. */
type Area = "model" | "tools" | "system" | "messages"
type Difference = { readonly area: Area; readonly at: string }

const toolKeys = ["tools", "toolConfig"]
const systemKeys = ["system", "instructions", "systemInstruction", "system_instruction"]

const marks: Past = { member: (key) => key === "cache_control" || key === "cachePoint", element: () => false }

const isThinking = (value: unknown): boolean => {
  const fields = objectOf(value)
  const type = fields?.["type"]
  return (
    type === "thinking" ||
    type === "redacted_thinking" ||
    objectOf(fields?.["reasoningContent"]) !== undefined
  )
}

/** Marks are not compared, and what the thinking itself says is another question. */
const marksAndThinking: Past = { member: marks.member, element: isThinking }

const fieldDifference = (
  body: Body,
  before: Body,
  area: Area,
  keys: readonly string[],
): readonly Difference[] => {
  for (const key of keys) {
    const at = firstDifference(before.root[key], body.root[key], `/${key}`, false, marks)
    if (at !== undefined) return [{ area, at: body.root[key] === undefined ? "" : at }]
  }
  return []
}

const historyDifference = (body: Body, before: Body, past: Past): readonly Difference[] => {
  const key = historyOf[body.shape]
  const at = firstDifference(before.root[key], body.root[key], `/${key}`, true, past)
  if (at === undefined) return []
  const message = body.messages[messageAt(at)]
  return [{ area: message?.voice === "system" && message.index === 0 ? "system" : "messages", at }]
}

const messageAt = (pointer: string): number => Number(pointer.split("/")[2] ?? -1)

/** What differs from the body before, in hash order; a history that only grew does not. */
const differences = (body: Body, before: Body): readonly Difference[] => [
  ...fieldDifference(body, before, "model", ["model"]),
  ...fieldDifference(body, before, "tools", toolKeys),
  ...fieldDifference(body, before, "system", systemKeys),
  ...historyDifference(body, before, marks),
]

const commonLength = (a: string, b: string): number => {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  return at
}

/** Where a pointer's own text stands, or that of the nearest that there is. */
const nearest = (of: Spans, pointer: string): { readonly start: number; readonly end: number } => {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const found = of.of(at)
    if (found !== undefined) return found
  }
  return of.of("") ?? { start: 0, end: 0 }
}

/** The byte of the new body from which a piece differs from the old one. */
const firstByte = (body: Body, before: Body, pointer: string): number => {
  const now = nearest(spans(body.text), pointer)
  const old = nearest(spans(before.text), pointer)
  const same = commonLength(body.text.slice(now.start, now.end), before.text.slice(old.start, old.end))
  return byteOffsets(body.text)(now.start + same)
}

const unstable = (body: Body): readonly Hit[] => {
  const { previous } = body
  if (previous === undefined) return []
  const [first, ...more] = differences(body, previous)
  if (first === undefined) return []
  const index = first.area === "messages" ? messageAt(first.at) : undefined
  const also = more.map(({ area }) => area).join(" ")
  const facts = {
    differs: first.area,
    byte: firstByte(body, previous, first.at),
    ...(also === "" ? {} : { also }),
  }
  return [{ at: first.at, ...(index === undefined || index < 0 ? {} : { message: index }), facts }]
}

type Reasoning = Extract<Part, { readonly is: "reasoning" }>
type Kept = { readonly message: Message; readonly part: Reasoning }
type Bound = Kept & { readonly facts: NonNullable<Hit["facts"]> }

const signed = (body: Body): readonly Kept[] =>
  body.parts.flatMap(({ message, part }) =>
    part.is === "reasoning" && part.proof !== undefined && part.proof !== "" ? [{ message, part }] : [],
  )

const orderOf = (pointer: string): readonly number[] =>
  pointer.split("/").flatMap((each) => (/^\d+$/.test(each) ? [Number(each)] : []))

const isBehind = (part: string, difference: string): boolean => {
  const [message = 0, index = 0] = orderOf(part)
  const [atMessage = 0, at = 0] = orderOf(difference)
  return message > atMessage || (message === atMessage && index > at)
}

/** The first kept block that stands where another stood, or behind one that was left out between kept ones. */
const gap = (kept: readonly Kept[], before: readonly Kept[]): Kept | undefined => {
  const places = new Map(before.map(({ part }, index) => [part.proof, index]))
  let last: number | undefined
  for (const each of kept) {
    const place = places.get(each.part.proof)
    if (place === undefined) continue
    if (last !== undefined && place !== last + 1) return each
    last = place
  }
  return undefined
}

/**
 * The first signed block that stood in the previous body and now stands behind something else
 * (`anthropic/thinking-prefix-bound`). Undefined where none does; leaving all of them out is safe.
 */
export const boundDifference = (body: Body): Bound | undefined => {
  const { previous } = body
  if (previous === undefined) return undefined
  const before = signed(previous)
  const proofs = new Set(before.map(({ part }) => part.proof))
  const kept = signed(body).filter(({ part }) => proofs.has(part.proof))
  const [head] = [
    ...fieldDifference(body, previous, "tools", toolKeys),
    ...fieldDifference(body, previous, "system", systemKeys),
  ]
  const [inside] = historyDifference(body, previous, marksAndThinking)
  const found = head ?? inside
  const first =
    head === undefined
      ? kept.find(({ part }) => inside !== undefined && isBehind(part.at, inside.at))
      : kept[0]
  if (first !== undefined && found !== undefined)
    return { ...first, facts: { differs: found.area, ...(found.at === "" ? {} : { at: found.at }) } }
  const behindGap = gap(kept, before)
  return behindGap === undefined ? undefined : { ...behindGap, facts: { differs: "thinking" } }
}

/** Whether the request itself asks that blocks which do not fit be dropped. */
export const isDropping = ({ root }: Body): boolean =>
  under(under(root, "thinking"), "block_binding")["prefix_mismatch_behavior"] === "drop_block"

export const previousRules: readonly Rule[] = [
  {
    id: "common/stable-prefix",
    confidence: "B",
    effect: "cost",
    scope: "P",
    on: ({ previous }) => previous !== undefined,
    meaning:
      "What was sent before does not stand at the beginning of this request, so its cache is missed from there on.",
    fix: "Keep tools, system text and old messages as they were, byte for byte, and put what changes behind them.",
    source: "public reports",
    check: unstable,
  },
]
