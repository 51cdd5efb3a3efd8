import { unreachable } from "#lib/unreachable.ts"
import type { Crossing, Facts, How, Place, Source } from "./crossing.ts"
import type { Reason } from "./reason.ts"
import { append, appendInside, appendQuoted, type Rope, rope } from "./rope.ts"

/** A crossing without its place: the writer alone knows where a piece lands. */
export type Claim = {
  readonly how: How
  readonly reason?: Reason
  readonly from?: Source
  readonly facts?: Facts
}

/** A stretch of one string, clean and unquoted. `gap` stands before it and belongs to nobody. */
export type Run = { readonly text: string; readonly claim: Claim; readonly gap?: string }

/** One more member at the end of an object, with a claim of its own. */
export type Member = { readonly key: string; readonly json: string; readonly claim: Claim }

/**
 * A piece of wire. An object or array without a claim is a container: the first crossing inside also claims it.
 * `raw` is JSON text that stands as it is.
 */
export type Piece =
  | { readonly is: "raw"; readonly json: string; readonly claim?: Claim; readonly member?: Member }
  | { readonly is: "quoted"; readonly text: string; readonly claim?: Claim }
  | { readonly is: "runs"; readonly runs: readonly Run[] }
  | {
      readonly is: "object"
      readonly fields: readonly (readonly [key: string, piece: Piece])[]
      readonly claim?: Claim
    }
  | { readonly is: "array"; readonly items: readonly Piece[]; readonly claim?: Claim }
  | {
      readonly is: "form"
      readonly text: TemplateStringsArray
      readonly values: readonly (string | Piece)[]
      readonly claim: Claim | undefined
      readonly member?: Member
    }
  | { readonly is: "nothing"; readonly claim: Claim }

export const raw = (json: string, claim?: Claim): Piece =>
  claim === undefined ? { is: "raw", json } : { is: "raw", json, claim }
/** Text as a JSON string. */
export const quoted = (text: string, claim?: Claim): Piece =>
  claim === undefined ? { is: "quoted", text } : { is: "quoted", text, claim }
/** A JSON string of runs, one behind another. */
export const runs = (list: readonly Run[]): Piece => ({ is: "runs", runs: list })
export const object = (fields: readonly (readonly [string, Piece])[], claim?: Claim): Piece =>
  claim === undefined ? { is: "object", fields } : { is: "object", fields, claim }
export const array = (items: readonly Piece[], claim?: Claim): Piece =>
  claim === undefined ? { is: "array", items } : { is: "array", items, claim }
/**
 * An object in the very text that crosses, with values in it: a string becomes a JSON string, a piece writes itself.
 * Without a claim it is a container.
 */
export const json =
  (claim?: Claim) =>
  (text: TemplateStringsArray, ...values: readonly (string | Piece)[]): Piece => ({
    is: "form",
    text,
    values,
    claim,
  })
/** An object with one more member; any other piece as it is. */
export const withMember = (piece: Piece, member: Member): Piece =>
  piece.is === "raw" || piece.is === "form" ? { ...piece, member } : piece
/** Nothing on the wire: the crossing of what was dropped here. */
export const nothing = (claim: Claim): Piece => ({ is: "nothing", claim })

/** What has been written: bytes and crossings in one motion. Owned by one projection. */
export type Sheet = {
  rope: Rope
  readonly crossings: Crossing[]
  readonly unclaimed: string[]
  /** Whether crossings are kept; where not, no place is worked out either. */
  readonly keeps: boolean
}

export const sheet = (keeps = true): Sheet => ({ rope: rope(), crossings: [], unclaimed: [], keeps })

/** Puts text on the sheet as it is. */
export const say = (on: Sheet, text: string): void => append(on.rope, text)

/** The common crossing is spelled out, because spreading tens of thousands of claims is what writing would spend its time on. */
const placed = (claim: Claim, at: readonly Place[]): Crossing =>
  claim.how === "carried" && claim.from !== undefined && claim.facts === undefined
    ? { how: "carried", from: claim.from, at }
    : { ...claim, at }

/** The places of a claim: its own, then the containers that nothing has claimed yet, inmost first. */
const places = (on: Sheet, own: Place): Place[] => {
  const { unclaimed } = on
  const inmost = unclaimed.pop()
  if (inmost === undefined) return [own]
  const at = [own, { pointer: inmost }]
  for (let next = unclaimed.pop(); next !== undefined; next = unclaimed.pop()) at.push({ pointer: next })
  return at
}

const put = (on: Sheet, claim: Claim, own: Place): Place[] => {
  if (!on.keeps) return []
  const at = places(on, own)
  on.crossings.push(placed(claim, at))
  return at
}

/** Runs of one string; several with the same claim are one crossing in several places. */
const writeRuns = (on: Sheet, list: readonly Run[], pointer: string): void => {
  const [only] = list
  if (list.length === 1 && only !== undefined && only.gap === undefined) {
    put(on, only.claim, { pointer, from: 0, to: only.text.length })
    appendQuoted(on.rope, only.text)
    return
  }
  const known = new Map<Claim, Place[]>()
  let from = 0
  say(on, '"')
  for (const { gap, text, claim } of list) {
    if (gap !== undefined) appendInside(on.rope, gap)
    from += gap?.length ?? 0
    const place = { pointer, from, to: from + text.length }
    const places = known.get(claim)
    if (places !== undefined) places.push(place)
    else known.set(claim, put(on, claim, place))
    appendInside(on.rope, text)
    from += text.length
  }
  say(on, '"')
}

/** A JSON pointer's token for a key: `~` and `/` are escaped (RFC 6901). */
export const token = (key: string): string =>
  /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key

/** The pointer of what stands under a key or index. */
const below = (on: Sheet, pointer: string, key: string | number): string =>
  on.keeps ? `${pointer}/${typeof key === "number" ? key : token(key)}` : pointer

const enter = (on: Sheet, claim: Claim | undefined, pointer: string): void => {
  if (!on.keeps) return
  if (claim === undefined) on.unclaimed.push(pointer)
  else put(on, claim, { pointer })
}

/** `"key":` and `,"key":` of each key ever written: a wire has tens of thousands of fields under a few dozen names. */
const names = new Map<string, readonly [first: string, next: string]>()

const nameOf = (key: string, first: boolean): string => {
  let known = names.get(key)
  if (known === undefined) {
    const name = `${JSON.stringify(key)}:`
    known = [name, `,${name}`]
    if (names.size < 1000) names.set(key, known)
  }
  return known[first ? 0 : 1]
}

const writeFields = (on: Sheet, fields: readonly (readonly [string, Piece])[], pointer: string): void => {
  let first = true
  for (const [key, piece] of fields) {
    if (piece.is === "nothing") {
      write(on, piece, pointer)
      continue
    }
    say(on, nameOf(key, first))
    first = false
    if (piece.is === "quoted" && piece.claim === undefined) appendQuoted(on.rope, piece.text)
    else if (isBare(piece)) say(on, piece.json)
    else write(on, piece, below(on, pointer, key))
  }
}

const writeItems = (on: Sheet, items: readonly Piece[], pointer: string): void => {
  let index = 0
  for (const piece of items) {
    if (piece.is === "nothing") {
      write(on, piece, pointer)
      continue
    }
    if (index > 0) say(on, ",")
    write(on, piece, below(on, pointer, index))
    index++
  }
}

const pointersIn = (value: unknown, pointer: string, found: string[]): void => {
  if (typeof value === "number") found[value] = pointer
  else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value)) pointersIn(inner, `${pointer}/${token(key)}`, found)
}

const known = new WeakMap<TemplateStringsArray, readonly string[]>()

/** The pointers of a form's values within it, read off its text once. */
const pointersOf = (text: TemplateStringsArray): readonly string[] => {
  let found = known.get(text)
  if (found === undefined) {
    const pointers: string[] = []
    pointersIn(JSON.parse(text.reduce((whole, next, index) => `${whole}${index - 1}${next}`)), "", pointers)
    found = pointers
    known.set(text, found)
  }
  return found
}

/** The last stretch of an object's text, with one more member where there is one. */
const close = (on: Sheet, text: string, member: Member | undefined, pointer: string): void => {
  if (member === undefined) {
    say(on, text)
    return
  }
  const { key, json, claim } = member
  say(on, `${text.slice(0, text.lastIndexOf("}"))},${JSON.stringify(key)}:${json}}`)
  put(on, claim, { pointer: below(on, pointer, key) })
}

const isBare = (piece: Piece): piece is Extract<Piece, { readonly is: "raw" }> =>
  piece.is === "raw" && piece.claim === undefined && piece.member === undefined

type Form = Extract<Piece, { readonly is: "form" }>

const writeForm = (on: Sheet, { text, values, member }: Form, pointer: string): void => {
  let at = 0
  for (const value of values) {
    say(on, text[at] ?? "")
    if (typeof value === "string") appendQuoted(on.rope, value)
    else if (isBare(value)) say(on, value.json)
    else write(on, value, on.keeps ? `${pointer}${pointersOf(text)[at] ?? ""}` : pointer)
    at++
  }
  close(on, text[at] ?? "", member, pointer)
}

/** Writes a piece at a pointer: the only way to get a crossing, so payload and map cannot disagree. */
export const write = (on: Sheet, piece: Piece, pointer: string): void => {
  switch (piece.is) {
    case "raw":
      if (piece.claim !== undefined) put(on, piece.claim, { pointer })
      close(on, piece.json, piece.member, pointer)
      return
    case "quoted":
      if (piece.claim !== undefined) put(on, piece.claim, { pointer })
      appendQuoted(on.rope, piece.text)
      return
    case "runs":
      writeRuns(on, piece.runs, pointer)
      return
    case "object":
      enter(on, piece.claim, pointer)
      say(on, "{")
      writeFields(on, piece.fields, pointer)
      say(on, "}")
      return
    case "array":
      if (piece.claim !== undefined) put(on, piece.claim, { pointer })
      say(on, "[")
      writeItems(on, piece.items, pointer)
      say(on, "]")
      return
    case "form":
      enter(on, piece.claim, pointer)
      writeForm(on, piece, pointer)
      return
    case "nothing":
      if (on.keeps) on.crossings.push({ ...piece.claim, at: [] })
      return
    default:
      unreachable(piece)
  }
}
