import { unreachable } from "#lib/unreachable.ts"
import type { Crossing, Facts, How, Place, Source } from "./crossing.ts"
import type { Reason } from "./reason.ts"
import { append, type Rope, rope } from "./rope.ts"

/** A crossing without its place: the writer alone knows where a piece lands. */
export type Claim = {
  readonly how: How
  readonly reason?: Reason
  readonly from?: Source
  readonly facts?: Facts
}

/** A stretch of one string, clean and unquoted. `gap` stands before it and belongs to nobody. */
export type Run = { readonly text: string; readonly claim: Claim; readonly gap?: string }

/** One more member at the end of a raw object, with a claim of its own. */
export type Member = { readonly key: string; readonly json: string; readonly claim: Claim }

/**
 * A piece of wire. An object or array without a claim is a container: the first crossing inside also claims it.
 * `raw` is JSON text that stands as it is.
 */
export type Piece =
  | { readonly is: "raw"; readonly json: string; readonly claim?: Claim; readonly member?: Member }
  | { readonly is: "runs"; readonly runs: readonly Run[] }
  | {
      readonly is: "object"
      readonly fields: readonly (readonly [key: string, piece: Piece])[]
      readonly claim?: Claim
      /** Neither claimed nor a container: what it holds beside claimed pieces belongs to what it stands in. */
      readonly plain?: true
    }
  | { readonly is: "array"; readonly items: readonly Piece[]; readonly claim?: Claim }
  | { readonly is: "nothing"; readonly claim: Claim }

export const raw = (json: string, claim?: Claim): Piece =>
  claim === undefined ? { is: "raw", json } : { is: "raw", json, claim }
export const quoted = (text: string, claim?: Claim): Piece => raw(JSON.stringify(text), claim)
export const runs = (...list: readonly Run[]): Piece => ({ is: "runs", runs: list })
export const object = (fields: readonly (readonly [string, Piece])[], claim?: Claim): Piece =>
  claim === undefined ? { is: "object", fields } : { is: "object", fields, claim }
export const array = (items: readonly Piece[], claim?: Claim): Piece =>
  claim === undefined ? { is: "array", items } : { is: "array", items, claim }
/** An object that belongs to what it stands in. */
export const plain = (fields: readonly (readonly [string, Piece])[]): Piece => ({
  is: "object",
  fields,
  plain: true,
})
/** Nothing on the wire: the crossing of what was dropped here. */
export const nothing = (claim: Claim): Piece => ({ is: "nothing", claim })

/** What has been written: bytes and crossings in one motion. Owned by one projection. */
export type Sheet = {
  rope: Rope
  /** Short stretches that are encoded together. */
  pending: string
  readonly crossings: Crossing[]
  readonly unclaimed: string[]
}

export const sheet = (): Sheet => ({ rope: rope(), pending: "", crossings: [], unclaimed: [] })

/** Encodes what is pending. */
export const settle = (on: Sheet): Rope => {
  append(on.rope, on.pending)
  on.pending = ""
  return on.rope
}

const long = 256

/** Puts text on the sheet; a long one goes to the rope by itself, so that it is copied once. */
export const say = (on: Sheet, text: string): void => {
  if (text.length < long) {
    on.pending += text
    return
  }
  settle(on)
  append(on.rope, text)
}

/** The common crossing is spelled out, because spreading tens of thousands of claims is what writing would spend its time on. */
const placed = (claim: Claim, at: readonly Place[]): Crossing =>
  claim.how === "carried" && claim.from !== undefined && claim.facts === undefined
    ? { how: "carried", from: claim.from, at }
    : { ...claim, at }

const put = (on: Sheet, claim: Claim, place: Place): Place[] => {
  const at: Place[] = [place]
  while (on.unclaimed.length > 0) at.push({ pointer: on.unclaimed.pop() ?? "" })
  on.crossings.push(placed(claim, at))
  return at
}

/** Runs of one string; several with the same claim are one crossing in several places. */
const writeRuns = (on: Sheet, list: readonly Run[], pointer: string): void => {
  const known = new Map<Claim, Place[]>()
  let text = ""
  for (const { gap, text: stretch, claim } of list) {
    text += gap ?? ""
    const place = { pointer, from: text.length, to: text.length + stretch.length }
    const places = known.get(claim)
    if (places !== undefined) places.push(place)
    else if (list.length > 1) known.set(claim, put(on, claim, place))
    else put(on, claim, place)
    text += stretch
  }
  say(on, JSON.stringify(text))
}

/** A JSON pointer's token for a key: `~` and `/` are escaped (RFC 6901). */
export const token = (key: string): string =>
  /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key

const enter = (on: Sheet, claim: Claim | undefined, pointer: string): void => {
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
    if (piece.is === "raw" && piece.claim === undefined && piece.member === undefined) say(on, piece.json)
    else write(on, piece, `${pointer}/${token(key)}`)
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
    write(on, piece, `${pointer}/${index}`)
    index++
  }
}

const writeMember = (on: Sheet, object: string, { key, json, claim }: Member, pointer: string): void => {
  say(on, `${object.slice(0, object.lastIndexOf("}"))},${JSON.stringify(key)}:${json}}`)
  put(on, claim, { pointer: `${pointer}/${token(key)}` })
}

/** Writes a piece at a pointer: the only way to get a crossing, so payload and map cannot disagree. */
export const write = (on: Sheet, piece: Piece, pointer: string): void => {
  switch (piece.is) {
    case "raw":
      if (piece.claim !== undefined) put(on, piece.claim, { pointer })
      if (piece.member === undefined) say(on, piece.json)
      else writeMember(on, piece.json, piece.member, pointer)
      return
    case "runs":
      writeRuns(on, piece.runs, pointer)
      return
    case "object":
      if (piece.plain !== true) enter(on, piece.claim, pointer)
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
    case "nothing":
      on.crossings.push({ ...piece.claim, at: [] })
      return
    default:
      unreachable(piece)
  }
}
