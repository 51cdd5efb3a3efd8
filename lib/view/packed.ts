import type { How } from "#lib/wire/crossing.ts"
import { type Reason, reasons } from "#lib/wire/reason.ts"
import type { OutlineItem } from "./outline.ts"
import { howList, type Role, type RowKind, roles, rowKinds } from "./words.ts"

/** What the page knows of every row at once, before its window has come: enough to scroll, jump and mark. */
export type Light = {
  readonly key: string
  readonly kind: RowKind
  readonly role: Role
  /** Absent for entries beside the conversation. */
  readonly how?: How
  readonly reason?: Reason
  readonly nested: boolean
  /** A guess of its height in lines, 1 to 14. */
  readonly lines: number
  /** The row of the result for a call, of the call for a result. */
  readonly pair?: number
}

/** `Light` rows in columns, one character a row where it can be: 20,000 rows cost little to send and to read. */
export type Packed = {
  readonly keys: string
  readonly kinds: string
  readonly roles: string
  readonly hows: string
  readonly reasons: string
  readonly nested: string
  readonly lines: string
  readonly pairs: string
}

const reasonList = Object.keys(reasons) as readonly Reason[] // keys of the total table

const letter = (index: number): string => (index < 0 ? " " : String.fromCharCode(48 + index))
const indexOf = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return code === 32 || Number.isNaN(code) ? -1 : code - 48
}

const column = (rows: readonly Light[], index: (row: Light) => number): string =>
  rows.map((row) => letter(index(row))).join("")

export const pack = (rows: readonly Light[]): Packed => ({
  keys: rows.map((row) => row.key.replaceAll("%", "%25").replaceAll("\n", "%0A")).join("\n"),
  kinds: column(rows, (row) => rowKinds.indexOf(row.kind)),
  roles: column(rows, (row) => roles.indexOf(row.role)),
  hows: column(rows, (row) => (row.how === undefined ? -1 : howList.indexOf(row.how))),
  reasons: column(rows, (row) => (row.reason === undefined ? -1 : reasonList.indexOf(row.reason))),
  nested: column(rows, (row) => (row.nested ? 1 : -1)),
  lines: column(rows, (row) => row.lines),
  pairs: rows.flatMap((row, number) => (row.pair === undefined ? [] : [`${number}:${row.pair}`])).join(" "),
})

export const unpack = (packed: Packed): readonly Light[] => {
  const keys = packed.keys === "" && packed.kinds === "" ? [] : packed.keys.split("\n")
  const pairs = new Map(
    packed.pairs.split(" ").map((pair) => pair.split(":").map(Number) as [number, number]),
  ) // two numbers by construction
  return keys.map((key, at): Light => {
    const how = howList[indexOf(packed.hows, at)]
    const reason = reasonList[indexOf(packed.reasons, at)]
    const pair = pairs.get(at)
    return {
      key: key.includes("%") ? key.replaceAll("%0A", "\n").replaceAll("%25", "%") : key,
      kind: rowKinds[indexOf(packed.kinds, at)] ?? "made",
      role: roles[indexOf(packed.roles, at)] ?? "frame",
      ...(how === undefined ? {} : { how }),
      ...(reason === undefined ? {} : { reason }),
      nested: indexOf(packed.nested, at) === 1,
      lines: Math.max(1, indexOf(packed.lines, at)),
      ...(pair === undefined ? {} : { pair }),
    }
  })
}

/** Row numbers, as differences: an order that is nearly ascending packs small. */
export const packNumbers = (numbers: readonly number[]): string => {
  if (numbers.length === 0) return "-"
  let last = 0
  return numbers
    .map((number) => {
      const step = number - last
      last = number
      return step === 1 ? "" : step.toString(36)
    })
    .join(",")
}

export const unpackNumbers = (packed: string): readonly number[] => {
  if (packed === "-") return []
  let last = 0
  return packed.split(",").map((step) => {
    last += step === "" ? 1 : Number.parseInt(step, 36)
    return last
  })
}

/** The outline in columns, like the rows. */
export type PackedOutline = {
  readonly titles: string
  readonly rows: string
  readonly levels: string
  readonly roles: string
  readonly marks: string
}

export const packOutline = (items: readonly OutlineItem[]): PackedOutline => ({
  titles: items.map((item) => item.title.replaceAll("\n", " ")).join("\n"),
  rows: packNumbers(items.map((item) => item.row)),
  levels: items.map((item) => letter(item.level)).join(""),
  roles: items.map((item) => letter(roles.indexOf(item.role))).join(""),
  marks: items.map((item) => item.marks).join(" "),
})

export const unpackOutline = (packed: PackedOutline): readonly OutlineItem[] => {
  const titles = packed.titles.split("\n")
  const marks = packed.marks.split(" ")
  return unpackNumbers(packed.rows).map((row, at) => ({
    title: titles[at] ?? "",
    row,
    level: indexOf(packed.levels, at) === 1 ? 1 : 0,
    role: roles[indexOf(packed.roles, at)] ?? "frame",
    marks: marks[at] ?? "",
  }))
}
