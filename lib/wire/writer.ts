import { unreachable } from "#lib/unreachable.ts"
import type { Crossing, Facts, How, Place, Source } from "./crossing.ts"
import type { Reason } from "./reason.ts"

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
/** Nothing on the wire: the crossing of what was dropped here. */
export const nothing = (claim: Claim): Piece => ({ is: "nothing", claim })

/** What has been written: text and crossings in one motion. Owned by one projection. */
export type Sheet = { text: string; readonly crossings: Crossing[]; readonly unclaimed: string[] }

export const sheet = (): Sheet => ({ text: "", crossings: [], unclaimed: [] })

/** The common crossing is spelled out, because spreading tens of thousands of claims is what writing would spend its time on. */
const placed = (claim: Claim, at: readonly Place[]): Crossing =>
  claim.how === "carried" && claim.from !== undefined && claim.facts === undefined
    ? { how: "carried", from: claim.from, at }
    : { ...claim, at }

const put = (on: Sheet, claim: Claim, place: Place): void => {
  const at: Place[] = [place]
  while (on.unclaimed.length > 0) at.push({ pointer: on.unclaimed.pop() ?? "" })
  on.crossings.push(placed(claim, at))
}

const writeRuns = (on: Sheet, list: readonly Run[], pointer: string): void => {
  let text = ""
  for (const { gap, text: stretch, claim } of list) {
    text += gap ?? ""
    put(on, claim, { pointer, from: text.length, to: text.length + stretch.length })
    text += stretch
  }
  on.text += JSON.stringify(text)
}

/** A JSON pointer's token for a key: `~` and `/` are escaped (RFC 6901). */
export const token = (key: string): string =>
  /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key

const enter = (on: Sheet, claim: Claim | undefined, pointer: string): void => {
  if (claim === undefined) on.unclaimed.push(pointer)
  else put(on, claim, { pointer })
}

const writeFields = (on: Sheet, fields: readonly (readonly [string, Piece])[], pointer: string): void => {
  let between = ""
  for (const [key, piece] of fields) {
    if (piece.is === "nothing") {
      write(on, piece, pointer)
      continue
    }
    on.text += `${between}${JSON.stringify(key)}:`
    write(on, piece, `${pointer}/${token(key)}`)
    between = ","
  }
}

const writeItems = (on: Sheet, items: readonly Piece[], pointer: string): void => {
  let index = 0
  for (const piece of items) {
    if (piece.is === "nothing") {
      write(on, piece, pointer)
      continue
    }
    if (index > 0) on.text += ","
    write(on, piece, `${pointer}/${index}`)
    index++
  }
}

/** The raw object just written ends in `}`, which the member moves behind itself. */
const writeMember = (on: Sheet, { key, json, claim }: Member, pointer: string): void => {
  on.text = `${on.text.slice(0, -1)},${JSON.stringify(key)}:${json}}`
  put(on, claim, { pointer: `${pointer}/${token(key)}` })
}

/** Writes a piece at a pointer: the only way to get a crossing, so payload and map cannot disagree. */
export const write = (on: Sheet, piece: Piece, pointer: string): void => {
  switch (piece.is) {
    case "raw":
      if (piece.claim !== undefined) put(on, piece.claim, { pointer })
      on.text += piece.json
      if (piece.member !== undefined) writeMember(on, piece.member, pointer)
      return
    case "runs":
      writeRuns(on, piece.runs, pointer)
      return
    case "object":
      enter(on, piece.claim, pointer)
      on.text += "{"
      writeFields(on, piece.fields, pointer)
      on.text += "}"
      return
    case "array":
      if (piece.claim !== undefined) put(on, piece.claim, { pointer })
      on.text += "["
      writeItems(on, piece.items, pointer)
      on.text += "]"
      return
    case "nothing":
      on.crossings.push({ ...piece.claim, at: [] })
      return
    default:
      unreachable(piece)
  }
}
