import type { Entry, Seq } from "#lib/record/entry.ts"
import type { CutCause } from "#lib/sent/cause.ts"
import type { ListChange } from "#lib/sent/parts.ts"
import type { Prefix } from "#lib/sent/prefix.ts"
import { number, plural } from "./words.ts"

/** What a cause is called, and what happened to it where its entry does not say more. */
export const causeWords = {
  target: ["target", "or model changed"],
  params: ["parameter", "changed"],
  system: ["system", "changed"],
  tools: ["tools", "changed"],
  principal: ["principal", "changed"],
  compaction: ["compaction", ""],
  rewind: ["rewind", ""],
  replacement: ["replacement", ""],
  undo: ["undo", ""],
  "late-result": ["late result", "took its place"],
  "re-rendered": ["re-rendered", "as it had not been written before"],
  "time-to-live": ["time-to-live", ""],
  unknown: ["unknown cause", ""],
} as const satisfies Record<CutCause, readonly [name: string, happened: string]>

/** A sentence about a request that is not well: its cause in bold, then the rest. `lost`: cache was; `doubt`: two disagree. */
export type CauseLine = { readonly tone: "lost" | "doubt"; readonly strong: string; readonly rest: string }

/** A request as compared with the one before it, for a row. */
export type ComparedRow = {
  readonly seq: Seq
  readonly outcome: Prefix["outcome"]
  readonly tokens: Prefix["tokens"]
  readonly cut?: { readonly byte: number; readonly pointer: string }
  /** Absent where all is well. */
  readonly line?: CauseLine
  readonly isUnexplained: boolean
}

/** What an act did, in a few words. */
const actWords = (entry: Entry | undefined): string | undefined => {
  if (entry?.kind === "compaction")
    return entry.covers === null
      ? `, entry ${number(entry.seq)}`
      : `of entries ${number(entry.covers[0])} – ${number(entry.covers[1])}`
  if (entry?.kind === "rewind") return `to entry ${number(entry.to)}`
  if (entry?.kind === "replacement") return `of ${entry.of}, ${entry.reason}`
  return entry?.kind === "undo" ? `of entry ${number(entry.of)}` : undefined
}

type Known = { readonly entries: readonly Entry[]; readonly tools?: ListChange | undefined }

/** What happened and where: the act's own entries, else the byte. */
const happened = ({ cause, seq, byte }: NonNullable<Prefix["cut"]>, { entries, tools }: Known): string => {
  const act = actWords(seq === undefined ? undefined : entries[seq - 1])
  if (act !== undefined) return act
  const words = cause === "tools" && tools !== undefined ? tools : causeWords[cause][1]
  return `${words}, byte ${number(byte)}`
}

const cutLine = ({ cut, tokens }: Pick<Prefix, "cut" | "tokens">, known: Known): CauseLine | undefined => {
  if (cut === undefined) return undefined
  const words = happened(cut, known)
  const lost = tokens.lost === 0 ? "" : ` · ~${plural(tokens.lost, "token")} lost`
  return {
    tone: "lost",
    strong: causeWords[cut.cause][0],
    rest: `${words.startsWith(",") ? words : ` ${words}`}${lost}`,
  }
}

/** What the provider says of its cache, where that is not what the bodies say. */
const doubtOf = ({ outcome, tokens, reported, disagreement }: Prefix): string => {
  if (disagreement === undefined) return ""
  if (disagreement.says === "more")
    return `${number(reported?.cacheRead ?? 0)} read from cache, though only ~${number(tokens.reused)} stand there again`
  const what = outcome === "extension" ? "extension" : `~${number(tokens.reused)} stand there again`
  const why = disagreement.cause === "time-to-live" ? "time-to-live?" : "cause unknown"
  return `${what}, yet 0 read: ${why}`
}

/** Why a request is not well, in a sentence; undefined for a healthy one. */
export const causeLine = (prefix: Prefix, known: Known): CauseLine | undefined => {
  const cut = cutLine(prefix, known)
  const doubt = doubtOf(prefix)
  if (cut === undefined) return doubt === "" ? undefined : { tone: "doubt", strong: "", rest: doubt }
  return doubt === "" ? cut : { ...cut, rest: `${cut.rest}; ${doubt}` }
}

/** A comparison as a row shows it. */
export const comparedRow = (seq: Seq, prefix: Prefix, known: Known): ComparedRow => {
  const { outcome, tokens, cut, disagreement } = prefix
  const line = causeLine(prefix, known)
  return {
    ...{ seq, outcome, tokens },
    ...(cut === undefined ? {} : { cut: { byte: cut.byte, pointer: cut.pointer } }),
    ...(line === undefined ? {} : { line }),
    isUnexplained: cut?.cause === "unknown" || disagreement !== undefined,
  }
}
