import { endDraft, newestDraft, readDraft } from "#db/drafts.ts"
import type { Database } from "#db/open.ts"
import type { Block } from "#lib/record/block.ts"
import type { Draft } from "#lib/record/build.ts"
import type { Entry, EntryOf } from "#lib/record/entry.ts"
import { arrived } from "#lib/reply/arrived.ts"
import type { Delta } from "#lib/reply/reply.ts"
import type { Writer } from "./writer.ts"

type Phased = EntryOf<"turn"> | EntryOf<"step">

/** The newest turn or step, where it was begun and not ended. */
const open = (entries: readonly Entry[], kind: Phased["kind"]): Phased | undefined => {
  const last = entries.findLast((entry): entry is Phased => entry.kind === kind)
  return last?.phase === "start" ? last : undefined
}

/** Bytes of a picture or file that had arrived are stored with its message only, so they are lost. */
const isWhole = (block: Block): boolean => block.kind !== "image" && block.kind !== "file"

const messageOf = (entries: readonly Entry[], blocks: readonly Block[]): readonly Draft[] => {
  if (blocks.length === 0) return []
  const header = entries.findLast((entry) => entry.kind === "header")
  const { provider = "unknown", dialect = "unknown", model = "unknown" } = header?.target ?? {}
  return [
    {
      kind: "message",
      role: "assistant",
      speaker: { kind: "agent" },
      maker: { provider, api: dialect, model },
      stop: "aborted",
      blocks,
    },
  ]
}

/** What is missing to the end of what a dead process left: its draft as a message, its step and turn as interrupted. */
export const interrupted = (entries: readonly Entry[], deltas: readonly Delta[]): readonly Draft[] => {
  const step = open(entries, "step")
  const turn = open(entries, "turn")
  const blocks = step === undefined ? [] : arrived(deltas).filter(isWhole)
  const end = { phase: "end", outcome: "interrupted" } as const
  return [
    ...messageOf(entries, blocks),
    ...(step?.kind === "step" ? [{ kind: "step", step: step.step, ...end } as const] : []),
    ...(turn?.kind === "turn" ? [{ kind: "turn", turn: turn.turn, ...end } as const] : []),
  ]
}

/** Ends what a dead process left open in a record that is claimed; nothing where all is ended. */
export const recover = async (db: Database, writer: Writer): Promise<void> => {
  const after = await newestDraft(db, writer.record)
  const draft = after === undefined ? undefined : await readDraft(db, { record: writer.record, after }, 0)
  const deltas = (draft?.deltas ?? []).map((json) => JSON.parse(json) as Delta) // as they were written
  const missing = interrupted(writer.entries, deltas)
  if (missing.length === 0 && after === undefined) return
  await writer.append(missing, {
    also: (within) => endDraft(within, { record: writer.record, after: writer.entries.length }),
  })
}
