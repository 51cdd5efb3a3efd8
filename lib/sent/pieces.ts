import type { Target } from "#lib/dialect/targets.ts"
import { type Body, keyOf, pointerOf } from "./body.ts"
import { isMark } from "./compare.ts"
import { historyOf, membersOf, sectionsOf } from "./order.ts"

/** What a piece of a request is to the model. */
export type PieceKind = "model" | "system" | "tool" | "message" | "param"

/**
 * A piece of a request body that is compared as one: a message, a declared tool, a part of the system text, a field.
 * `name` tells pieces of a kind apart: a tool's name, who speaks, the key of a field.
 */
export type Piece = {
  readonly kind: PieceKind
  readonly section: string
  readonly name: string
  readonly pointer: string
  /** Its value as it stands in the body, not re-encoded. */
  readonly text: string
  /** The same without marks for the provider's cache. */
  readonly bare: string
  /** UTF-8 offsets of its value in the body. */
  readonly bytes: readonly [from: number, to: number]
}

const kinds: { readonly [key: string]: PieceKind } = {
  model: "model",
  system: "system",
  instructions: "system",
  systemInstruction: "system",
  tools: "tool",
  toolConfig: "tool",
}

const kindOf = (key: string, history: string): PieceKind =>
  key === history ? "message" : (kinds[key] ?? "param")

/** Fields and members that hold pieces, rather than being one. */
const lists: ReadonlySet<string> = new Set(["tools", "toolConfig", "system", "functionDeclarations"])

const raw = ({ text, spans }: Body, node: number): string => text.slice(spans.start(node), spans.end(node))

const isOpen = ({ text, spans }: Body, node: number): boolean => /[{[]/.test(text[spans.start(node)] ?? "")

const memberOf = (body: Body, node: number, key: string): number | undefined =>
  body.text[body.spans.start(node)] === "{"
    ? body.spans.inside(node).find((child) => keyOf(body, child) === key)
    : undefined

/** The nodes that are pieces of a field; one that holds nothing is itself one. */
const nodesIn = (body: Body, node: number, key: string, history: string): readonly number[] => {
  const children = body.spans.inside(node)
  const holds = key === history || lists.has(key)
  if (!holds || !isOpen(body, node) || children.length === 0) return [node]
  if (key === history) return children
  return children.flatMap((child) => {
    const own = keyOf(body, child)
    if (own !== undefined) return nodesIn(body, child, own, history)
    if (memberOf(body, child, "functionDeclarations") === undefined) return [child]
    return body.spans.inside(child).flatMap((each) => nodesIn(body, each, keyOf(body, each) ?? "", history))
  })
}

/** Every mark inside a node, itself not: they never lie in one another. */
const marksIn = (body: Body, node: number): readonly number[] => {
  const { spans, text } = body
  const found: number[] = []
  const end = spans.end(node)
  if (!/"cache_control"|"cachePoint"/.test(text.slice(spans.start(node), end))) return found
  for (let at = node + 1; at < spans.count && spans.start(at) < end; at++)
    if (isMark(body, at)) found.push(at)
  return found
}

/** The text of a node without its marks, and without the comma that each of them needs. */
const bareOf = (body: Body, node: number): string => {
  const { spans, text } = body
  let bare = ""
  let from = spans.start(node)
  for (const mark of marksIn(body, node)) {
    bare += text.slice(from, spans.memberStart(mark)).replace(/,\s*$/, "")
    from = spans.end(mark)
  }
  return bare + text.slice(from, spans.end(node))
}

const wordIn = (body: Body, node: number, key: string): string | undefined => {
  const found = memberOf(body, node, key)
  if (found === undefined || body.text[body.spans.start(found)] !== '"') return undefined
  const value = raw(body, found)
  return value.includes("\\") ? value : value.slice(1, -1)
}

/** A tool's own name, wherever its dialect keeps it; the whole piece where it has none. */
const toolName = (body: Body, node: number): string => {
  const inner = memberOf(body, node, "function") ?? memberOf(body, node, "toolSpec") ?? node
  return wordIn(body, inner, "name") ?? wordIn(body, node, "type") ?? keyOf(body, node) ?? ""
}

const nameOf = (body: Body, node: number, kind: PieceKind): string => {
  if (kind === "tool") return toolName(body, node)
  if (kind === "message") return wordIn(body, node, "role") ?? wordIn(body, node, "type") ?? ""
  return keyOf(body, node) ?? wordIn(body, node, "type") ?? ""
}

/** UTF-8 offsets of UTF-16 ones that are asked for in order, each counted on from the one before. */
const walking = ({ text, byteOf }: Body): ((offset: number) => number) => {
  let last = { offset: 0, bytes: 0 }
  return (offset) => {
    const bytes =
      offset < last.offset ? byteOf(offset) : last.bytes + Buffer.byteLength(text.slice(last.offset, offset))
    last = { offset, bytes }
    return bytes
  }
}

type Place = Pick<Piece, "section" | "kind"> & { readonly byteOf: (offset: number) => number }

const pieceOf = (body: Body, node: number, { section, kind, byteOf }: Place): Piece => ({
  kind,
  section,
  name: nameOf(body, node, kind),
  pointer: pointerOf(body, node),
  text: raw(body, node),
  bare: bareOf(body, node),
  bytes: [byteOf(body.spans.start(node)), byteOf(body.spans.end(node))],
})

/**
 * The pieces of two bodies, each list in the order that the provider reads; `dialect` undefined where it is not known.
 * Contract: every value of a body lies in exactly one piece. A body that is no JSON object has none.
 */
export const piecesOf = (
  dialect: Target["dialect"] | undefined,
  before: Body,
  now: Body,
): {
  readonly sections: readonly string[]
  readonly before: readonly Piece[]
  readonly now: readonly Piece[]
} => {
  const history = historyOf(dialect, [now, before])
  const sections = sectionsOf(dialect, before, now)
  const of = (body: Body): readonly Piece[] => {
    const members = membersOf(body)
    const byteOf = walking(body)
    return sections.flatMap(({ key }) => {
      const member = members.get(key)
      if (member === undefined) return []
      const place = { section: key, kind: kindOf(key, history), byteOf }
      return nodesIn(body, member, key, history).map((node) => pieceOf(body, node, place))
    })
  }
  return { sections: sections.map(({ key }) => key), before: of(before), now: of(now) }
}
