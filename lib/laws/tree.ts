/**
 * A JSON text as nodes that know where they stand, so that laws can compare the text itself: whitespace, key order, big
 * numbers and repeated keys are lost once it is parsed. Written for the laws alone, apart from what the product uses.
 */
export type Node = {
  readonly pointer: string
  /** UTF-16 offsets in the text, `end` exclusive, without surrounding whitespace. */
  readonly start: number
  end: number
  readonly kind: "object" | "array" | "string" | "number" | "boolean" | "null"
  /** Of a string, decoded; empty for all else. */
  readonly string: string
  /** The key in its object, decoded; undefined elsewhere. */
  readonly key: string | undefined
  readonly children: Node[]
}

export type Tree = {
  readonly text: string
  readonly root: Node
  /** The node at a pointer; of a repeated key the last, as in JSON.parse. */
  readonly at: (pointer: string) => Node | undefined
}

const escapedKey = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1")

const blank = /[ \t\n\r]*/y
const word = /[^,\]}\s]+/y
const skip = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from
  pattern.test(text)
  return pattern.lastIndex
}

const stringEnd = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    const unit = text[at]
    if (unit === "\\") at++
    else if (unit === '"') return at + 1
  }
  throw new Error("a string without an end")
}

const leafKind = (text: string): Node["kind"] =>
  text === "true" || text === "false" ? "boolean" : text === "null" ? "null" : "number"

/** Reads a text that JSON.parse accepts; throws a SyntaxError where it does not. Without recursion: arguments may nest deep. */
export const readTree = (text: string): Tree => {
  JSON.parse(text)
  const nodes = new Map<string, Node>()
  const stack: Node[] = []
  let root: Node | undefined
  let key: string | undefined
  const add = (start: number, end: number, kind: Node["kind"], value: string): void => {
    const parent = stack.at(-1)
    const name = parent?.kind === "array" ? String(parent.children.length) : key
    const pointer = parent === undefined ? "" : `${parent.pointer}/${escapedKey(name ?? "")}`
    const node: Node = {
      pointer,
      start,
      end,
      kind,
      string: value,
      key: parent?.kind === "object" ? key : undefined,
      children: [],
    }
    nodes.set(pointer, node)
    parent?.children.push(node)
    root ??= node
    key = undefined
    if (kind === "object" || kind === "array") stack.push(node)
  }
  for (let at = skip(blank, text, 0); at < text.length; at = skip(blank, text, at)) {
    const unit = text[at]
    if (unit === "{" || unit === "[") add(at, at, unit === "{" ? "object" : "array", "")
    else if (unit === "}" || unit === "]") {
      const closed = stack.pop()
      if (closed !== undefined) closed.end = at + 1
    } else if (unit === '"') {
      const end = stringEnd(text, at)
      const value = JSON.parse(text.slice(at, end)) as string // a JSON string
      if (stack.at(-1)?.kind === "object" && key === undefined) key = value
      else add(at, end, "string", value)
      at = end
      continue
    } else if (unit !== "," && unit !== ":") {
      const end = skip(word, text, at)
      add(at, end, leafKind(text.slice(at, end)), "")
      at = end
      continue
    }
    at++
  }
  if (root === undefined) throw new Error("an empty text")
  return { text, root, at: (pointer) => nodes.get(pointer) }
}

export const isLeaf = (node: Node): boolean => node.kind !== "object" && node.kind !== "array"

/** A node's own text. */
export const raw = (tree: Tree, node: Node): string => tree.text.slice(node.start, node.end)

/** The child with a key; of a repeated key the last. */
export const child = (node: Node | undefined, key: string): Node | undefined =>
  node?.children.findLast((item) => item.key === key)

/** The decoded string at a key; undefined where there is none. */
export const stringAt = (node: Node | undefined, key: string): string | undefined => {
  const found = child(node, key)
  return found?.kind === "string" ? found.string : undefined
}

/** The JSON value of a node. */
export const parsed = (tree: Tree, node: Node): unknown => JSON.parse(raw(tree, node))
