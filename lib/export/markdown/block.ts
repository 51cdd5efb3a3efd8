import type { Block, BlockOf } from "#lib/record/block.ts"
import { parsed } from "#lib/record/json.ts"
import { unreachable } from "#lib/unreachable.ts"
import { number, sealWords, size } from "#lib/view/words.ts"
import { fenced, folded, plain } from "./text.ts"

/** Bytes of an object, where the store has them. */
export type ObjectSize = (sha256: string) => number | undefined

const media = (block: BlockOf<"image"> | BlockOf<"file">, sizeOf: ObjectSize): string => {
  const stored = block.kind === "image" ? block : undefined
  const bytes = (block.object === undefined ? undefined : sizeOf(block.object)) ?? stored?.bytes
  const pixels =
    stored?.width === undefined || stored.height === undefined
      ? undefined
      : `${stored.width} × ${stored.height}`
  const where =
    block.url === undefined
      ? bytes === undefined
        ? "its bytes are missing"
        : undefined
      : "only named by a URL"
  const name = block.name === undefined ? undefined : plain(block.name)
  const facts = [name, plain(block.mediaType), pixels, bytes === undefined ? undefined : size(bytes), where]
  const word = block.kind === "image" ? "Picture" : "File"
  return `*[${word}: ${facts.filter((fact) => fact !== undefined).join(", ")}]*\n`
}

const reasoning = ({ text, proof }: BlockOf<"reasoning">): string => {
  const seal =
    proof === undefined ? "" : `, ${sealWords[proof.kind]} (${number(proof.value.length)} characters)`
  return text.trim() === ""
    ? `*[Reasoning without words${seal}]*\n`
    : folded(`Reasoning${seal}`, fenced(text))
}

const language = (json: string): string => (typeof parsed(json) === "object" ? "json" : "text")

/** A block as Markdown; what is inside a result too. */
export const blockText = (block: Block, sizeOf: ObjectSize): string => {
  switch (block.kind) {
    case "text":
      return block.text.trim() === ""
        ? `*[blank text, ${number(block.text.length)} characters]*\n`
        : fenced(block.text)
    case "reasoning":
      return reasoning(block)
    case "tool-call":
      return `**Call** ${plain(block.name)} (${plain(block.callId, 80)})\n\n${fenced(block.arguments, language(block.arguments))}`
    case "tool-result": {
      const status = block.isError ? "**Result, an error**" : "**Result**"
      const inner = block.content.map((each) => blockText(each, sizeOf))
      const empty = inner.length === 0 ? "*[empty]*\n" : inner.join("\n")
      return `${status} of ${plain(block.name)} (${plain(block.callId, 80)})\n\n${empty}`
    }
    case "image":
    case "file":
      return media(block, sizeOf)
    case "opaque":
      return folded(`A block of ${block.source}’s own`, fenced(block.json, language(block.json)))
    default:
      return unreachable(block)
  }
}
