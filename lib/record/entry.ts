import { z } from "zod"
import { attempt, attemptMeaning } from "./entries/attempt.ts"
import type { failure, origin, usage } from "./entries/base.ts"
import { compaction, compactionMeaning } from "./entries/compaction.ts"
import { header, headerMeaning, type principal, type tool } from "./entries/header.ts"
import { type maker, message, messageMeaning, type speaker } from "./entries/message.ts"
import { permission, permissionMeaning } from "./entries/permission.ts"
import { replacement, replacementMeaning } from "./entries/replacement.ts"
import { rewind, rewindMeaning } from "./entries/rewind.ts"
import { sent, sentMeaning } from "./entries/sent.ts"
import { step, stepMeaning, turn, turnMeaning } from "./entries/turn.ts"
import { undo, undoMeaning } from "./entries/undo.ts"
import { unread, unreadMeaning } from "./entries/unread.ts"
import type { Immutable } from "./immutable.ts"

export const entry = z.discriminatedUnion("kind", [
  message,
  header,
  turn,
  step,
  attempt,
  permission,
  sent,
  compaction,
  replacement,
  rewind,
  undo,
  unread,
])

export type Entry = Immutable<z.infer<typeof entry>>
export type EntryKind = Entry["kind"]
export type EntryOf<Kind extends EntryKind> = Extract<Entry, { readonly kind: Kind }>
export type Message = EntryOf<"message">
export type Header = EntryOf<"header">
export type Speaker = Immutable<z.infer<typeof speaker>>
export type Maker = Immutable<z.infer<typeof maker>>
export type Tool = Immutable<z.infer<typeof tool>>
export type Principal = Immutable<z.infer<typeof principal>>
export type Usage = Immutable<z.infer<typeof usage>>
export type Failure = Immutable<z.infer<typeof failure>>
export type Origin = Immutable<z.infer<typeof origin>>
/** Position of an entry in its record: 1, 2, 3 … without gaps. */
export type Seq = number

/** What an entry kind declares: whether it takes part in the line, and one sentence for people. */
export type EntryTraits = { readonly inLine: boolean; readonly control: boolean; readonly meaning: string }

export const entryTraits = {
  message: { inLine: true, control: false, meaning: messageMeaning },
  header: { inLine: false, control: false, meaning: headerMeaning },
  turn: { inLine: false, control: false, meaning: turnMeaning },
  step: { inLine: false, control: false, meaning: stepMeaning },
  attempt: { inLine: false, control: false, meaning: attemptMeaning },
  permission: { inLine: false, control: false, meaning: permissionMeaning },
  sent: { inLine: false, control: false, meaning: sentMeaning },
  compaction: { inLine: true, control: true, meaning: compactionMeaning },
  replacement: { inLine: true, control: true, meaning: replacementMeaning },
  rewind: { inLine: true, control: true, meaning: rewindMeaning },
  undo: { inLine: true, control: true, meaning: undoMeaning },
  unread: { inLine: false, control: false, meaning: unreadMeaning },
} satisfies Record<EntryKind, EntryTraits>

export const entryKinds = Object.keys(entryTraits) as readonly EntryKind[] // keys of the total table above
