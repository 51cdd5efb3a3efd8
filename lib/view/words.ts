import type { Finding } from "#lib/lint/finding.ts"
import type { BlockKind } from "#lib/record/block.ts"
import type { EntryKind, Speaker } from "#lib/record/entry.ts"
import type { Proof } from "#lib/record/proof.ts"
import type { RecordHeader } from "#lib/record/record.ts"
import type { How } from "#lib/wire/crossing.ts"
import { type Reason, reasons } from "#lib/wire/reason.ts"

/** Who or what a piece belongs to, as colour: the values of `data-role`. */
export const roles = ["human", "model", "thought", "call", "result", "frame"] as const
export type Role = (typeof roles)[number]

/** What a row shows, in the filter's own words. */
export const rowKinds = [
  "text",
  "reasoning",
  "tool-call",
  "tool-result",
  "image",
  "file",
  "opaque",
  "summary",
  "system",
  "tool",
  "param",
  "principal",
  "made",
  "entry",
] as const
export type RowKind = (typeof rowKinds)[number]

type Named = { readonly word: string; readonly meaning: string }

/** Shape before colour: each crossing that is not quiet has a glyph and a word of its own. */
export const hows = {
  carried: { glyph: "", word: "carried", meaning: "Crosses as it is stored, character for character." },
  altered: { glyph: "≈", word: "altered", meaning: "Crosses in another form than stored." },
  dropped: { glyph: "×", word: "dropped", meaning: "Stored, and not part of this wire." },
  made: { glyph: "+", word: "made", meaning: "Part of this wire, and not stored." },
} satisfies Record<How, Named & { readonly glyph: string }>

export const howList = ["carried", "altered", "dropped", "made"] as const satisfies readonly How[]

export const blockWords = {
  text: "text",
  reasoning: "reasoning",
  "tool-call": "call",
  "tool-result": "result",
  image: "image",
  file: "file",
  opaque: "opaque",
} satisfies Record<BlockKind, string>

export const rowWords = {
  ...blockWords,
  summary: "summary",
  system: "system prompt",
  tool: "tool",
  param: "parameter",
  principal: "principal",
  made: "made",
  entry: "entry",
} satisfies Record<RowKind, string>

export const entryWords = {
  message: "message",
  header: "request header",
  turn: "turn",
  step: "step",
  attempt: "attempt",
  permission: "permission",
  sent: "request sent",
  compaction: "compaction",
  replacement: "replacement",
  rewind: "rewind",
  undo: "undo",
  unread: "unread line",
} satisfies Record<EntryKind, string>

export const speakerWords = {
  human: "user",
  agent: "model",
  tool: "tool",
  notice: "notice",
  summary: "summary",
  context: "context",
} satisfies Record<Speaker["kind"], string>

export const speakerRoles = {
  human: "human",
  agent: "model",
  tool: "result",
  notice: "frame",
  summary: "frame",
  context: "frame",
} satisfies Record<Speaker["kind"], Role>

export const blockRoles = {
  text: undefined,
  reasoning: "thought",
  "tool-call": "call",
  "tool-result": "result",
  image: undefined,
  file: undefined,
  opaque: "frame",
} satisfies Record<BlockKind, Role | undefined>

/** How a record came from its parent. */
export const parentWords = {
  fork: "forked from",
  subagent: "a sub-agent of",
  attach: "attached to",
} satisfies Record<NonNullable<RecordHeader["parent"]>["how"], string>

/** What came from a record, as its list counts it. */
export const childWords = {
  fork: ["fork", "forks"],
  subagent: ["sub-agent", "sub-agents"],
  attach: ["attached session", "attached sessions"],
} satisfies Record<keyof typeof parentWords, readonly [one: string, many: string]>

export const sealWords = {
  "anthropic-signature": "signed",
  "anthropic-redacted": "redacted",
  "openai-encrypted": "encrypted",
  "gemini-signature": "signed",
} satisfies Record<Proof["kind"], string>

export const severities = {
  error: { word: "error", meaning: "The provider refuses a request like this." },
  warning: { word: "warning", meaning: "Accepted, and likely not what was meant." },
  hint: { word: "hint", meaning: "Worth knowing." },
} satisfies Record<Finding["severity"], Named>

/** Reasons for which a block is not in the line at all, apart from what a target leaves out. */
export const outReasons = ["compacted", "rewound", "undone", "replaced"] as const satisfies readonly Reason[]
export type OutReason = (typeof outReasons)[number]

export const reasonSentence = (reason: Reason): string => reasons[reason]

/** Made lines that only introduce the text behind them: they are shown as one with it. */
export const isLabel = (reason: Reason | undefined): boolean =>
  reason === "label-line" || reason === "summary-label" || reason === "image-label"

type Piece = { readonly kind: RowKind; readonly role: Role; readonly word: string }

/** What a made piece is, by its reason; whatever is not named here frames the request. */
const pieces: { readonly [Key in Reason]?: Piece } = {
  "call-unanswered": { kind: "tool-result", role: "result", word: "result" },
  "result-outside": { kind: "tool-result", role: "result", word: "result" },
  "result-empty": { kind: "text", role: "result", word: "filler" },
  "label-line": { kind: "made", role: "frame", word: "label" },
  "summary-label": { kind: "made", role: "frame", word: "label" },
  "image-label": { kind: "made", role: "frame", word: "label" },
  "first-user": { kind: "text", role: "human", word: "turn" },
  "awaiting-user": { kind: "text", role: "human", word: "turn" },
  bridge: { kind: "text", role: "model", word: "bridge" },
  "reasoning-filler": { kind: "reasoning", role: "thought", word: "filler" },
  "param-default": { kind: "param", role: "frame", word: "parameter" },
  "model-of-maker": { kind: "param", role: "frame", word: "model" },
  "tool-undeclared": { kind: "tool", role: "frame", word: "tool" },
  principal: { kind: "principal", role: "frame", word: "principal" },
}

export const madePiece = (reason: Reason | undefined): Piece =>
  (reason === undefined ? undefined : pieces[reason]) ?? { kind: "made", role: "frame", word: "made" }

export const number = (value: number): string => value.toLocaleString("en-US")

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`

/** A size in whole units, three digits at most: 214 KB. */
export const size = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} B`
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, "KB"] : [bytes / 1_000_000, "MB"]
  return `${value < 10 ? value.toFixed(1) : number(Math.round(value))} ${unit}`
}

/** Tokens are guessed from UTF-8 bytes, so they carry a tilde. */
export const tokens = (bytes: number): string => `~${plural(Math.ceil(bytes / 4), "token")}`

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** Times are shown in UTC, as the record has them, so that a page reads the same everywhere: 4 Nov 2026 01:52. */
export const day = (at: string): string => {
  const date = new Date(at)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ""} ${date.getUTCFullYear()}`
}
export const moment = (at: string): string => `${day(at)} ${at.slice(11, 16)}`
