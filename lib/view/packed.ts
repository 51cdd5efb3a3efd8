import type { How } from "#lib/wire/crossing.ts"
import { type Reason, reasons } from "#lib/wire/reason.ts"
import { once } from "./once.ts"
import type { OutlineItem } from "./outline.ts"
import { howList, type Role, type RowKind, roles, rowKinds } from "./words.ts"

/** What the page knows of every row at once, before its window has come: enough to scroll, jump and mark. */
export type Light = {
  readonly key: string
  readonly kind: RowKind
  readonly role: Role
  /** Undefined for entries beside the conversation. */
  readonly how: How | undefined
  readonly reason: Reason | undefined
  readonly nested: boolean
  /** A guess of its height in lines, 1 to 14. */
  readonly lines: number
  /** The row of the result for a call, of the call for a result. */
  readonly pair: number | undefined
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
  /** Rows that have a pair, and which. */
  readonly paired: string
  readonly pairs: string
}

const reasonList = Object.keys(reasons) as readonly Reason[] // keys of the total table

const codeOf = (index: number): number => (index < 0 ? 32 : 48 + index)
const letter = (index: number): string => String.fromCharCode(codeOf(index))
const indexOf = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return code === 32 || Number.isNaN(code) ? -1 : code - 48
}

/** One character a row, made in one piece. */
const column = (rows: readonly Light[], index: (row: Light) => number): string => {
  const codes = new Uint16Array(rows.length)
  rows.forEach((row, at) => {
    codes[at] = codeOf(index(row))
  })
  return new TextDecoder("utf-16le").decode(codes)
}

const listed = <Value>(list: readonly Value[], value: Value | undefined): number =>
  value === undefined ? -1 : list.indexOf(value)

const packKey = (key: string): string =>
  /[%\n]/.test(key) ? key.replaceAll("%", "%25").replaceAll("\n", "%0A") : key

const unpackKey = (key: string): string =>
  key.includes("%") ? key.replaceAll("%0A", "\n").replaceAll("%25", "%") : key

export const pack = (rows: readonly Light[]): Packed => {
  const paired = rows.flatMap(({ pair }, number) => (pair === undefined ? [] : [number]))
  return {
    keys: rows.map(({ key }) => packKey(key)).join("\n"),
    kinds: column(rows, ({ kind }) => rowKinds.indexOf(kind)),
    roles: column(rows, ({ role }) => roles.indexOf(role)),
    hows: column(rows, ({ how }) => listed(howList, how)),
    reasons: column(rows, ({ reason }) => listed(reasonList, reason)),
    nested: column(rows, ({ nested }) => (nested ? 1 : -1)),
    lines: column(rows, ({ lines }) => lines),
    paired: packNumbers(paired),
    pairs: packNumbers(paired.map((number) => rows[number]?.pair ?? -1)),
  }
}

/** Packed rows, each laid open when it is asked for; undefined where a number or key names none. */
export type Index = {
  readonly count: number
  readonly at: (number: number | undefined) => Light | undefined
  readonly key: (number: number) => string | undefined
  readonly how: (number: number) => How | undefined
  readonly lines: (number: number) => number
  readonly numberOf: (key: string) => number | undefined
}

export const unpack = (packed: Packed): Index => {
  const keys = packed.kinds === "" ? [] : packed.keys.split("\n")
  const laid: (Light | undefined)[] = []
  const pairs = once(() => {
    const others = unpackNumbers(packed.pairs)
    return new Map(unpackNumbers(packed.paired).map((number, at) => [number, others[at]]))
  })
  const numbers = once(() => new Map(keys.map((key, number) => [unpackKey(key), number])))
  const how = (number: number): How | undefined => howList[indexOf(packed.hows, number)]
  const lines = (number: number): number => Math.max(1, indexOf(packed.lines, number))
  const lay = (key: string, number: number): Light => ({
    key: unpackKey(key),
    kind: rowKinds[indexOf(packed.kinds, number)] ?? "made",
    role: roles[indexOf(packed.roles, number)] ?? "frame",
    how: how(number),
    reason: reasonList[indexOf(packed.reasons, number)],
    nested: indexOf(packed.nested, number) === 1,
    lines: lines(number),
    pair: pairs().get(number),
  })
  return {
    count: keys.length,
    at: (number = -1) => {
      const key = keys[number]
      if (key === undefined) return undefined
      laid[number] ??= lay(key, number)
      return laid[number]
    },
    key: (number) => (keys[number] === undefined ? undefined : unpackKey(keys[number])),
    how,
    lines,
    numberOf: (key) => numbers().get(key),
  }
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
