import type { BlockId } from "#lib/record/block.ts"
import type { Entry, Message } from "#lib/record/entry.ts"
import type { Crossing, HeaderPath } from "#lib/wire/crossing.ts"
import { oneLine } from "./clip.ts"
import type { CrossingRow, Slot } from "./row.ts"
import { slotAt } from "./slots.ts"
import {
  blockRoles,
  blockWords,
  madePiece,
  type Role,
  type RowKind,
  speakerRoles,
  speakerWords,
} from "./words.ts"

/** What a row is. */
export type Named = Pick<CrossingRow, "key" | "kind" | "role" | "seq" | "slot" | "nested">

const slotRole = ({ block, entry }: Slot): Role => {
  const own = blockRoles[block.kind]
  if (own !== undefined) return own
  return entry.kind === "message" ? speakerRoles[entry.speaker.kind] : "frame"
}

const ofSlot = (id: BlockId, slot: Slot): Named => ({
  key: id,
  kind: slot.entry.kind === "compaction" ? "summary" : slot.block.kind,
  role: slotRole(slot),
  seq: slot.entry.seq,
  slot,
  nested: slot.inner !== undefined,
})

const ofNoSlot = (id: BlockId): Named => ({
  key: id,
  kind: "made",
  role: "frame",
  seq: Number.parseInt(id, 10),
  slot: undefined,
  nested: false,
})

const headerKinds: { readonly [first: string]: RowKind } = {
  system: "system",
  tools: "tool",
  principal: "principal",
}

const ofHeader = ({ header, path }: HeaderPath): Named => ({
  key: `${header}${path}`,
  kind: headerKinds[path.split("/")[1] ?? ""] ?? "param",
  role: "frame",
  seq: header,
  slot: undefined,
  nested: false,
})

const ofMade = ({ at: [own], reason }: Crossing): Named => {
  const range = own?.from === undefined ? "" : `:${own.from}-${own.to ?? ""}`
  const { kind, role } = madePiece(reason)
  return { key: `+${own?.pointer ?? ""}${range}`, kind, role, seq: undefined, slot: undefined, nested: false }
}

/** What the row of a crossing is; its key may return in another. */
export const nameOf = (crossing: Crossing, entries: readonly Entry[]): Named => {
  const { from } = crossing
  if (from === undefined) return ofMade(crossing)
  if ("header" in from) return ofHeader(from)
  const slot = slotAt(entries, from.block)
  return slot === undefined ? ofNoSlot(from.block) : ofSlot(from.block, slot)
}

const blockWord = (block: Slot["block"]): string => {
  if (block.kind === "tool-call") return `${blockWords[block.kind]} · ${oneLine(block.name, 80)}`
  if (block.kind === "tool-result")
    return `${blockWords[block.kind]} · ${oneLine(block.name, 80)}${block.isError ? " · error" : ""}`
  return blockWords[block.kind]
}

/** The role that a speaker has by nature; another one is told. */
const ownRoles: { readonly [kind: string]: string } = { human: "user", agent: "assistant", tool: "tool" }

const saidWord = ({ block }: Slot, { speaker, role }: Message): string => {
  const word = blockWord(block)
  const own = ownRoles[speaker.kind]
  const odd = own === undefined || own === role ? "" : ` · role ${role}`
  if (odd === "" && (speaker.kind === "agent" || speaker.kind === "tool")) return word
  const said = block.kind === "text" ? speakerWords[speaker.kind] : `${speakerWords[speaker.kind]} · ${word}`
  const label = speaker.label === undefined || speaker.label === "as-sent" ? "" : ` · ${speaker.label}`
  return `${said}${odd}${label}`
}

const slotWord = (slot: Slot): string => {
  const { entry, block } = slot
  if (entry.kind === "compaction") return "summary"
  return entry.kind === "replacement" ? `${blockWord(block)} · ${entry.reason}` : saidWord(slot, entry)
}

const headerWords: { readonly [first: string]: string } = {
  system: "system prompt",
  tools: "tool",
  principal: "principal",
  target: "model",
}

const headerWord = (path: string): string => {
  const [first = "", second = ""] = path.split("/").slice(1)
  return headerWords[first] ?? `parameter${second === "" ? "" : ` · ${second}`}`
}

/** What a row is called, in few words: `call · bash`. */
export const wordOf = ({ slot, crossing }: Pick<CrossingRow, "slot" | "crossing">): string => {
  if (slot !== undefined) return slotWord(slot)
  if (crossing.from === undefined) return madePiece(crossing.reason).word
  return "header" in crossing.from ? headerWord(crossing.from.path) : "unknown block"
}
