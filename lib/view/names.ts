import type { BlockId } from "#lib/record/block.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import { oneLine } from "./clip.ts"
import type { CrossingRow, Slot } from "./row.ts"
import {
  blockRoles,
  blockWords,
  madePiece,
  type Role,
  type RowKind,
  speakerRoles,
  speakerWords,
} from "./words.ts"

/** What a row is called, and what it is. */
export type Named = Pick<CrossingRow, "key" | "kind" | "role" | "word" | "seq" | "slot" | "nested">

const slotRole = ({ block, in: place }: Slot): Role => {
  const own = blockRoles[block.kind]
  if (own !== undefined) return own
  return place.is === "message" ? speakerRoles[place.entry.speaker.kind] : "frame"
}

const blockWord = (block: Slot["block"]): string => {
  if (block.kind === "tool-call") return `${blockWords[block.kind]} · ${oneLine(block.name, 80)}`
  if (block.kind === "tool-result")
    return `${blockWords[block.kind]} · ${oneLine(block.name, 80)}${block.isError ? " · error" : ""}`
  return blockWords[block.kind]
}

/** The role that a speaker has by nature; another one is told. */
const ownRoles: { readonly [kind: string]: string } = { human: "user", agent: "assistant", tool: "tool" }

const slotWord = (slot: Slot): string => {
  if (slot.in.is === "summary") return "summary"
  if (slot.in.is === "replacement") return `${blockWord(slot.block)} · ${slot.in.entry.reason}`
  const { speaker, role } = slot.in.entry
  const word = blockWord(slot.block)
  const own = ownRoles[speaker.kind]
  const odd = own === undefined || own === role ? "" : ` · role ${role}`
  if (odd === "" && (speaker.kind === "agent" || speaker.kind === "tool")) return word
  const said =
    slot.block.kind === "text" ? speakerWords[speaker.kind] : `${speakerWords[speaker.kind]} · ${word}`
  const label = speaker.label === undefined || speaker.label === "as-sent" ? "" : ` · ${speaker.label}`
  return `${said}${odd}${label}`
}

/** The name of a block's row. */
export const ofSlot = (slot: Slot): Named => ({
  key: slot.id,
  kind: slot.in.is === "summary" ? "summary" : slot.block.kind,
  role: slotRole(slot),
  word: slotWord(slot),
  seq: slot.in.entry.seq,
  slot,
  nested: slot.nested,
})

const headerKinds: { readonly [first: string]: readonly [RowKind, string] } = {
  system: ["system", "system prompt"],
  tools: ["tool", "tool"],
  principal: ["principal", "principal"],
  target: ["param", "model"],
}

/** The name of the row of a piece of a header, by its path in it. */
export const ofHeader = (seq: number, path: string): Named => {
  const [first = "", second = ""] = path.split("/").slice(1)
  const [kind, word] = headerKinds[first] ?? ["param", `parameter${second === "" ? "" : ` · ${second}`}`]
  return { key: `${seq}${path}`, kind, role: "frame", word, seq, slot: undefined, nested: false }
}

const ofMade = (crossing: Crossing): Named => {
  const [own] = crossing.at
  const range = own?.from === undefined ? "" : `:${own.from}-${own.to ?? ""}`
  const { kind, role, word } = madePiece(crossing.reason)
  return {
    key: `+${own?.pointer ?? ""}${range}`,
    kind,
    role,
    word,
    seq: undefined,
    slot: undefined,
    nested: false,
  }
}

const nameOf = (crossing: Crossing, slots: ReadonlyMap<BlockId, Slot>): Named => {
  if (crossing.from === undefined) return ofMade(crossing)
  if ("header" in crossing.from) return ofHeader(crossing.from.header, crossing.from.path)
  const slot = slots.get(crossing.from.block)
  if (slot !== undefined) return ofSlot(slot)
  const { block } = crossing.from
  return {
    key: block,
    kind: "made",
    role: "frame",
    word: "unknown block",
    seq: Number.parseInt(block, 10),
    slot: undefined,
    nested: false,
  }
}

/** A key that returns gets a number, so that each names one row. */
const unrepeated = (named: readonly Named[]): readonly Named[] => {
  const seen = new Map<string, number>()
  return named.map((name) => {
    const times = (seen.get(name.key) ?? 0) + 1
    seen.set(name.key, times)
    return times === 1 ? name : { ...name, key: `${name.key}~${times}` }
  })
}

/** The name of each crossing's row, in their order; keys are unique. */
export const namesOf = (
  crossings: readonly Crossing[],
  slots: ReadonlyMap<BlockId, Slot>,
): readonly Named[] => unrepeated(crossings.map((crossing) => nameOf(crossing, slots)))
