import type { BlockId } from "#lib/record/block.ts"
import type { EntryOf, Message, Seq, Speaker } from "#lib/record/entry.ts"
import type { Shown } from "./shown.ts"

/** `instead`: the block that was said, where a replacement stands for it. */
export type ChatBlock = { readonly id: BlockId; readonly shown: Shown; readonly instead?: Instead }

/** A block that another stands for, by which entry and why. */
export type Instead = {
  readonly of: BlockId
  readonly by: Seq
  readonly why: EntryOf<"replacement">["reason"]
}

/** A message in force, as far as it is shown. */
export type Said = {
  readonly is: "said"
  readonly seq: Seq
  readonly speaker: Speaker
  readonly model?: string
  readonly stop?: NonNullable<Message["stop"]>
  readonly blocks: readonly ChatBlock[]
}

/** Messages in a row that one act took out of what is in force, `by` that act; from the first of them to the last. */
export type Stretch = { readonly from: Seq; readonly to: Seq; readonly by: Seq; readonly count: number }

/** `stands`: the messages that it stands for, where the record has them. */
export type Summary = {
  readonly is: "summary"
  readonly seq: Seq
  readonly shown: Shown
  readonly stands?: Stretch
}

/** Messages that were let go, where they stood; `words` say how, `canUndo` whether an undo gives them back. */
export type LetGo = {
  readonly is: "let-go"
  readonly seq: Seq
  readonly stretch: Stretch
  readonly words: string
  readonly canUndo: boolean
}

/** What is told beside the messages: a decision about a call, a try that failed, the end of a turn. */
export type Note = {
  readonly is: "note"
  readonly seq: Seq
  readonly entry: EntryOf<"permission"> | EntryOf<"turn"> | EntryOf<"attempt">
}

export type Item = Said | Summary | LetGo | Note
