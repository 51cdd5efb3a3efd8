import type { Block } from "#lib/record/block.ts"
import type { How } from "#lib/wire/crossing.ts"
import { oneLine } from "./clip.ts"
import type { Fold } from "./folds.ts"
import type { CrossingRow, Row } from "./row.ts"
import { hows, isLabel, outReasons, type Role } from "./words.ts"

/**
 * One line of the outline: what a person said (level 0), or a reply with its calls and their results (level 1).
 * `row` is its first row's number in the aligned order; `marks` are the glyphs of what did not cross as stored.
 */
export type OutlineItem = {
  readonly title: string
  readonly row: number
  readonly level: 0 | 1
  readonly role: Role
  readonly marks: string
}

const titleLength = 48

type Open = {
  title: string
  row: number
  level: 0 | 1
  role: Role
  of: Group
  named: boolean
  hows: Set<How>
  calls: string[]
}

const isOut = (row: CrossingRow): boolean => outReasons.some((reason) => reason === row.crossing.reason)

/** A request's own pieces; no seq. */
const request = 0

/** What rows of one line have in common: an entry's seq, or the id of a response, which is told from it by its type. */
type Group = number | string

/** The line that a row belongs to; undefined joins whatever is open. */
const groupOf = ({ slot, seq }: CrossingRow): Group | undefined => {
  if (slot === undefined) return seq === undefined ? undefined : request
  const { entry } = slot
  if (entry.kind !== "message") return entry.kind === "compaction" ? entry.seq : undefined
  if (entry.speaker.kind === "human") return entry.seq
  return entry.speaker.kind === "agent" ? (entry.responseId ?? entry.seq) : undefined
}

/** The words of a row that a line is named by. */
const titleOf = (block: Block): string | undefined => {
  if (block.kind === "text") return oneLine(block.text, titleLength)
  if (block.kind === "image" || block.kind === "file") return oneLine(block.name ?? block.kind, titleLength)
  return undefined
}

/** A call in few words: the tool, and the beginning of its first string; of a path its end. */
const callTitle = (name: string, json: string): string => {
  const first = /:\s*"((?:[^"\\]|\\.){1,300})/.exec(json.slice(0, 600))?.[1] ?? ""
  const plain = first.replace(/\\[nrt]/g, " ").replace(/\\(.)/g, "$1")
  const value = /^([a-zA-Z]:)?[\\/]/.test(plain)
    ? plain.slice(Math.max(plain.lastIndexOf("/"), plain.lastIndexOf("\\")) + 1)
    : plain
  return oneLine(`${name.slice(name.lastIndexOf("__") + 1).replace(/^_/, "")} ${value}`, titleLength)
}

/** Takes a row into a line, which is named by words of its own speaker, not of a notice that came in between. */
const take = (open: Open, row: CrossingRow, isOwn: boolean): void => {
  if (row.crossing.how !== "carried" && !isOut(row)) open.hows.add(row.crossing.how)
  const block = row.slot?.block
  if (block?.kind === "tool-call") open.calls.push(callTitle(block.name, block.arguments))
  const title = open.named || row.nested || !isOwn || block === undefined ? undefined : titleOf(block)
  if (title === undefined || title === "") return
  open.title = title
  open.named = true
}

const close = (open: Open): OutlineItem => {
  const [call = "", ...more] = open.calls
  const calls = more.length === 0 ? call : `${more.length + 1} calls: ${call}`
  const fallback = calls === "" ? open.title : oneLine(calls, titleLength)
  const marks = (["altered", "dropped", "made"] as const)
    .filter((how) => open.hows.has(how))
    .map((how) => hows[how].glyph)
  return {
    title: open.named ? open.title : fallback,
    row: open.row,
    level: open.level,
    role: open.role,
    marks: marks.join(""),
  }
}

const roleOf = ({ slot }: CrossingRow): "human" | "model" | "frame" => {
  if (slot?.entry.kind !== "message") return "frame"
  return slot.entry.speaker.kind === "human" ? "human" : "model"
}

const begin = (at: number, of: Group, role: "human" | "model" | "frame"): Open => ({
  title: of === request ? "Request" : role === "human" ? "…" : "reasoning",
  row: at,
  level: role === "model" ? 1 : 0,
  role,
  of,
  named: of === request,
  hows: new Set(),
  calls: [],
})

/** The outline of the aligned order; a folded run of the record has one line, whatever it holds. */
export const outline = (order: readonly Row[], folds: readonly Fold[]): readonly OutlineItem[] => {
  const items: OutlineItem[] = []
  const ahead: CrossingRow[] = [] // made lines that introduce what comes next
  let open: Open | undefined
  const flush = (): void => {
    if (open !== undefined) items.push(close(open))
    open = undefined
  }
  const runs = new Map(folds.filter((fold) => fold.why !== "tools").map((fold) => [fold.from, fold]))
  for (let at = 0; at < order.length; at += 1) {
    const run = runs.get(at)
    if (run !== undefined) {
      flush()
      items.push({ title: run.label, row: at, level: 0, role: "frame", marks: "" })
      at = run.to - 1
      continue
    }
    const row = order[at]
    if (row === undefined || row.is === "entry") continue
    const group = groupOf(row)
    if (group !== undefined && group !== open?.of) {
      flush()
      open = begin(at, group, roleOf(row))
    }
    if (open === undefined && isLabel(row.crossing.reason)) ahead.push(row)
    else {
      open ??= begin(at, request, "frame")
      for (const before of ahead.splice(0)) take(open, before, false)
      take(open, row, group !== undefined)
    }
  }
  flush()
  return items
}
