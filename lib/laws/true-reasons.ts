import type { BlockId, BlockOf } from "#lib/record/block.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import type { Seen } from "./law.ts"
import { seqOf } from "./naive.ts"
import { blockAt } from "./naive-rounds.ts"
import type { WireCall } from "./shape.ts"
import { type Node, parsed, stringAt } from "./tree.ts"

/**
 * Whether the reason given for an alteration or a loss holds, for reasons that can be seen in the block and at its
 * place. Undefined: it holds, or says nothing that can be checked here.
 */
export const untrue = (seen: Seen, id: BlockId, crossing: Crossing): string | undefined => {
  if (seen.record.entries[seqOf(id) - 1]?.kind === "compaction") return undefined
  const block = blockAt(seen.record.entries, id)
  switch (block.kind) {
    case "text":
      return textUntrue(seen, id, block, crossing)
    case "tool-call":
      return callUntrue(seen, block, crossing)
    case "tool-result":
      return resultUntrue(seen, id, block, crossing)
    default:
      return undefined
  }
}

/** Beside what JavaScript trims: what Python's strip or Rust's trim does. */
const alsoBlank = ["\u001c", "\u001d", "\u001e", "\u001f", "\u0085"]

/** What JavaScript's trim, Python's strip or Rust's trim would leave nothing of. */
const isBlank = (text: string): boolean =>
  [...text].every((unit) => unit.trim() === "" || alsoBlank.includes(unit))

/** Lone surrogates and NUL as U+FFFD. */
const clean = (text: string): string => text.toWellFormed().replaceAll("\u0000", "\ufffd")

const sliceAt = (seen: Seen, crossing: Crossing): string | undefined => {
  const place = crossing.at[0]
  const node = place === undefined ? undefined : seen.tree.at(place.pointer)
  if (node === undefined) return undefined
  return node.kind === "string" ? node.string.slice(place?.from ?? 0, place?.to) : stringAt(node, "text")
}

const rankOf = (seen: Seen, id: BlockId): number =>
  seen.line.items.flatMap((item) => item.content).indexOf(id)

/** Whether a call of the same response stands before a text in the record: only such a text loses its order. */
const passedACall = (seen: Seen, id: BlockId): boolean => {
  const home = seqOf(seen.line.home(id))
  const response = seen.rounds.responses.find((item) => item.messages.includes(home))
  return seen.rounds.calls.some(
    (call) => call.response === response && rankOf(seen, call.block) < rankOf(seen, id),
  )
}

/** A cut text is over a limit, and crosses as its own beginning and end around a note. */
const cutUntrue = (seen: Seen, block: BlockOf<"text">, crossing: Crossing): string | undefined => {
  const limits = [seen.options.maxToolChars, seen.target.longest].filter((limit) => limit !== undefined)
  const limit = Math.min(Number.POSITIVE_INFINITY, ...limits)
  if (block.text.length <= limit - 100 || limit === Number.POSITIVE_INFINITY)
    return "is cut, and over no limit"
  const there = sliceAt(seen, crossing) ?? ""
  const [head = "", tail = ""] = there.split(/\n\[… \d+ characters were cut here …\]\n/)
  const text = clean(block.text)
  if (String(crossing.facts?.also).includes("tag-neutralised")) return undefined
  if (!text.startsWith(head) || !text.endsWith(tail)) return "is not its own head and tail"
  return Math.abs(head.length - 3 * tail.length) > 8 ? "is not cut at three quarters" : undefined
}

const textUntrue = (
  seen: Seen,
  id: BlockId,
  block: BlockOf<"text">,
  { how, reason, ...rest }: Crossing,
): string | undefined => {
  const crossing = { how, ...rest }
  if (reason === "text-blank") return isBlank(block.text) ? undefined : "is no blank text"
  if (how !== "dropped" && isBlank(block.text) && rest.facts?.native === undefined)
    return "is blank and crosses"
  if (reason === "unicode-replaced") {
    if (clean(block.text) === block.text) return "is clean Unicode"
    return sliceAt(seen, crossing) === clean(block.text) ? undefined : "is not its text with U+FFFD"
  }
  if (reason === "order-lost") return passedACall(seen, id) ? undefined : "passed no call"
  if (reason === "output-cut") return cutUntrue(seen, block, crossing)
  return undefined
}

const object = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const inputOf = (seen: Seen, call: WireCall): unknown => {
  if (call.input === undefined) return undefined
  return call.input.kind === "string" ? json(call.input.string) : parsed(seen.tree, call.input)
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const wireCallAt = (seen: Seen, node: Node | undefined): WireCall | undefined =>
  seen.messages.flatMap((message) => seen.shape.calls(message)).find((call) => call.node === node)

const callUntrue = (
  seen: Seen,
  block: BlockOf<"tool-call">,
  { how, reason, at }: Crossing,
): string | undefined => {
  if (how === "dropped" || at[0] === undefined) return undefined
  const call = wireCallAt(seen, seen.tree.at(at[0].pointer))
  if (call === undefined) return "its place holds no call"
  switch (reason) {
    case "call-id-rewritten":
      return call.id === block.callId ? "has its own id" : undefined
    case "tool-renamed":
      return call.name === block.name ? "has its own name" : undefined
    case "arguments-replaced":
      return object(block.arguments) || !same(inputOf(seen, call), {})
        ? "was an object, or is not {}"
        : undefined
    case "arguments-unwrapped": {
      const inner = json(block.arguments)
      return typeof inner === "string" && same(inputOf(seen, call), json(inner))
        ? undefined
        : "is not what its string held"
    }
    case "arguments-wrapped":
      return same(inputOf(seen, call), { input: clean(block.arguments) })
        ? undefined
        : "is not its text as `input`"
    case "arguments-cut":
      return seen.options.maxToolChars === undefined ? "is cut, and no limit is set" : undefined
    default:
      return undefined
  }
}

/** Whether results of one response came in another order than its calls, or one of them late. */
const cameOutOfOrder = (seen: Seen, id: BlockId): boolean => {
  const result = seen.rounds.results.find((item) => item.block === id)
  if (result?.call === undefined) return false
  if (result.late) return true
  const { response } = result.call
  const ranks = seen.rounds.calls.flatMap((call) =>
    call.response === response && call.result !== undefined ? [rankOf(seen, call.result)] : [],
  )
  return (
    ranks.some((rank, index) => index > 0 && rank < (ranks[index - 1] ?? 0)) || otherRoundBetween(seen, id)
  )
}

/** Whether a result of another response stands between this one and its call in the record, and not in the wire. */
const otherRoundBetween = (seen: Seen, id: BlockId): boolean => {
  const result = seen.rounds.results.find((item) => item.block === id)
  const own = rankOf(seen, id)
  return seen.rounds.results.some(
    (other) =>
      other.call !== undefined &&
      other.call.response.n < (result?.call?.response.n ?? 0) &&
      rankOf(seen, other.block) > own,
  )
}

const resultUntrue = (
  seen: Seen,
  id: BlockId,
  block: BlockOf<"tool-result">,
  { reason }: Crossing,
): string | undefined => {
  if (reason === "error-flag-lost") return block.isError ? undefined : "is no error"
  if (reason === "result-moved") return cameOutOfOrder(seen, id) ? undefined : "came in its order"
  return undefined
}
