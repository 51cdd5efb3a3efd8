import { createHash } from "node:crypto"
import type { Block, BlockOf } from "#lib/record/block.ts"
import type { Crossing, Place } from "#lib/wire/crossing.ts"
import type { Seen } from "./law.ts"
import { child, isLeaf, type Node, raw, stringAt, type Tree } from "./tree.ts"

/** How a block that is said to be carried differs from what the wire has at its place; undefined where it is equal. */
export const unlike = (seen: Seen, block: Block, crossing: Crossing): string | undefined => {
  const place = crossing.at[0]
  const node = place === undefined ? undefined : seen.tree.at(place.pointer)
  if (place === undefined || node === undefined) return "it has no place in the wire"
  if (crossing.facts?.native !== undefined) return nativeUnlike(seen.tree, block, node)
  switch (block.kind) {
    case "text":
      return textUnlike(block.text, node, place) ?? signatureUnlike(seen, block, node)
    case "reasoning":
      return reasoningUnlike(seen, block, node, place)
    case "tool-call":
      return callUnlike(seen, block, node)
    case "tool-result":
      return resultUnlike(seen, block, node)
    case "image":
    case "file":
      return mediaUnlike(seen, block, node)
    case "opaque":
      return raw(seen.tree, node) === block.json.trim() ? undefined : "its JSON differs"
  }
}

const nativeUnlike = (tree: Tree, block: Block, node: Node): string | undefined => {
  const json = block.native?.json ?? (block.kind === "opaque" ? block.json : undefined)
  if (json === undefined) return "it has no JSON of its provider"
  return raw(tree, node) === json.trim() ? undefined : "the provider's own JSON differs"
}

export const textUnlike = (
  text: string,
  node: Node,
  { from, to }: { readonly from?: number; readonly to?: number },
): string | undefined => {
  const inner = node.kind === "object" ? child(node, "text") : undefined
  if (inner !== undefined) return textUnlike(text, inner, {})
  if (node.kind !== "string") return `its place is of kind ${node.kind}`
  const there = node.string.slice(from ?? 0, to ?? node.string.length)
  return there === text ? undefined : `its text is ${JSON.stringify(there.slice(0, 80))}`
}

const reasoningUnlike = (
  { shape }: Seen,
  block: BlockOf<"reasoning">,
  node: Node,
  place: Place,
): string | undefined =>
  node.kind === "string" ? textUnlike(block.text, node, place) : shape.sealUnlike(block, node)

/** Where a row signs texts and calls, a signature stands beside its own, as it was made; else nothing but the stand-in. */
const signatureUnlike = (
  { target, claims }: Seen,
  { proof }: BlockOf<"text"> | BlockOf<"tool-call">,
  node: Node,
): string | undefined => {
  if (target.dialect !== "gemini") return undefined
  const stands = child(node, "thoughtSignature")
  const own = proof?.kind === "gemini-signature" ? proof.value : undefined
  if (stands === undefined || stands.string === own)
    return own === stands?.string ? undefined : "its signature is gone"
  const claim = claims.get(stands.pointer)?.[0]
  return claim?.crossing.reason === "signature-stand-in" ? undefined : "its signature is not its own"
}

/** Arguments are spliced: the text of the record stands in the wire's text, whitespace and all. */
const argumentsUnlike = ({ tree }: Seen, stored: string, input: Node | undefined): string | undefined => {
  if (input === undefined) return "it has no arguments"
  if (input.kind === "string")
    return input.string === stored
      ? undefined
      : `its arguments are ${JSON.stringify(input.string.slice(0, 80))}`
  const lead = stored.length - stored.trimStart().length
  const there = tree.text.slice(input.start - lead, input.start - lead + stored.length)
  return there === stored ? undefined : `its arguments are ${JSON.stringify(there.slice(0, 80))}`
}

const callUnlike = (seen: Seen, block: BlockOf<"tool-call">, node: Node): string | undefined => {
  const call = seen.messages
    .flatMap((message) => seen.shape.calls(message))
    .find((item) => item.node === node)
  if (call === undefined) return "its place holds no call"
  if (seen.shape.noIds !== true && call.id !== block.callId) return `its id is ${JSON.stringify(call.id)}`
  if (call.name !== block.name) return `its name is ${JSON.stringify(call.name)}`
  return argumentsUnlike(seen, block.arguments, call.input) ?? signatureUnlike(seen, block, node)
}

const resultUnlike = (seen: Seen, block: BlockOf<"tool-result">, node: Node): string | undefined => {
  const result = seen.messages
    .flatMap((message) => seen.shape.results(message))
    .find((item) => item.node === node)
  if (result === undefined) return "its place holds no result"
  if (seen.shape.noIds !== true && result.id !== block.callId) return `its id is ${JSON.stringify(result.id)}`
  return result.isError === block.isError ? undefined : `its error mark is ${result.isError}`
}

const strings = (node: Node): readonly string[] =>
  isLeaf(node) ? (node.kind === "string" ? [node.string] : []) : node.children.flatMap(strings)

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")
const dataUrl = /^data:([^;,]+);base64,(.*)$/s

/** Bytes and type of a picture or file: base64 beside its type, a data URL, or a text file's own words. */
const mediaUnlike = (
  seen: Seen,
  block: BlockOf<"image"> | BlockOf<"file">,
  node: Node,
): string | undefined => {
  const bytes = block.object === undefined ? undefined : seen.options.objects(block.object)
  if (bytes === undefined) return "the store does not have its bytes"
  if (digest(bytes) !== block.object) return "the stored bytes are damaged"
  const there = strings(node)
  const url = there.map((text) => dataUrl.exec(text)).find((found) => found !== null)
  const base64 = Buffer.from(bytes).toString("base64")
  if (url !== undefined && url !== null) {
    if (url[2] !== base64) return "its bytes differ"
    return url[1] === block.mediaType ? undefined : `its type is ${url[1]}`
  }
  const source = child(node, "source")
  if (stringAt(source, "type") === "text")
    return stringAt(source, "data") === Buffer.from(bytes).toString("utf8") ? undefined : "its words differ"
  if (!there.includes(base64)) return "its bytes are not there"
  if (node.kind === "string") return undefined
  const format = stringAt(child(node, "image") ?? child(node, "document"), "format")
  const type = format === undefined ? block.mediaType : (block.mediaType.split("/")[1] ?? "")
  return there.includes(type) ? undefined : "its type is not there"
}
