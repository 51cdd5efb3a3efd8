import type { Block, BlockOf } from "#lib/record/block.ts"
import type { Proof } from "#lib/record/proof.ts"
import { unreachable } from "#lib/unreachable.ts"
import { type Clip, clip, type Limits } from "./clip.ts"

/** A seal is shown as what it is and how long it is, never as its bytes. */
export type Seal = { readonly kind: Proof["kind"]; readonly chars: number }

type Base = { readonly seal?: Seal; readonly native?: string }

type Worded<Kind> = Base & { readonly kind: Kind; readonly text: Clip }

type Media<Kind> = Base & {
  readonly kind: Kind
  readonly mediaType: string
  readonly object?: string
  readonly url?: string
  readonly name?: string
  readonly width?: number
  readonly height?: number
  readonly bytes?: number
}

/** A block as far as it is shown: long strings clipped, bytes and seals as sizes. The raw view has the rest. */
export type Shown =
  | Worded<"text">
  | Worded<"reasoning">
  | (Base & {
      readonly kind: "tool-call"
      readonly callId: string
      readonly name: string
      readonly arguments: Clip
      readonly custom: boolean
      readonly providerExecuted: boolean
    })
  | (Base & {
      readonly kind: "tool-result"
      readonly callId: string
      readonly name: string
      readonly isError: boolean
      readonly providerExecuted: boolean
      /** Its content; empty where each piece has a row of its own. */
      readonly content: readonly Shown[]
    })
  | Media<"image">
  | Media<"file">
  | (Base & { readonly kind: "opaque"; readonly source: string; readonly json: Clip })

const base = (block: Block): Base => ({
  ...("proof" in block && block.proof !== undefined
    ? { seal: { kind: block.proof.kind, chars: block.proof.value.length } }
    : {}),
  ...(block.native === undefined ? {} : { native: block.native.api }),
})

const shortly = (value: string): string => clip(value, { lines: 1, chars: 400 }).text

const place = (block: BlockOf<"image"> | BlockOf<"file">) => ({
  mediaType: shortly(block.mediaType),
  ...(block.object === undefined ? {} : { object: block.object }),
  ...(block.url === undefined ? {} : { url: shortly(block.url) }),
  ...(block.name === undefined ? {} : { name: shortly(block.name) }),
})

/**
 * A block as a row or a chat shows it, within limits for each of its long strings.
 * `apart` says that the pieces inside a result are shown elsewhere.
 */
export const shown = (block: Block, limits: Limits, apart = false): Shown => {
  switch (block.kind) {
    case "text":
    case "reasoning":
      return { kind: block.kind, text: clip(block.text, limits), ...base(block) }
    case "tool-call":
      return {
        kind: block.kind,
        callId: shortly(block.callId),
        name: shortly(block.name),
        arguments: clip(block.arguments, limits),
        custom: block.form === "custom",
        providerExecuted: block.providerExecuted === true,
        ...base(block),
      }
    case "tool-result":
      return {
        kind: block.kind,
        callId: shortly(block.callId),
        name: shortly(block.name),
        isError: block.isError,
        providerExecuted: block.providerExecuted === true,
        content: apart ? [] : block.content.map((inner) => shown(inner, limits)),
        ...base(block),
      }
    case "image":
      return {
        kind: block.kind,
        ...place(block),
        ...(block.width === undefined ? {} : { width: block.width }),
        ...(block.height === undefined ? {} : { height: block.height }),
        ...(block.bytes === undefined ? {} : { bytes: block.bytes }),
        ...base(block),
      }
    case "file":
      return { kind: block.kind, ...place(block), ...base(block) }
    case "opaque":
      return { kind: block.kind, source: block.source, json: clip(block.json, limits), ...base(block) }
    default:
      return unreachable(block)
  }
}

/** The words of a block: what a copy of it holds, and what find looks through. Seals and bytes are not words. */
export const wordsOf = (block: Block): string => {
  switch (block.kind) {
    case "text":
    case "reasoning":
      return block.text
    case "tool-call":
      return block.arguments
    case "tool-result":
      return block.content.map(wordsOf).join("\n")
    case "image":
    case "file":
      return block.name ?? block.url ?? block.mediaType
    case "opaque":
      return block.json
    default:
      return unreachable(block)
  }
}
