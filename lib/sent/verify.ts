import { createHash } from "node:crypto"
import { projector, words } from "#lib/dialect/words.ts"
import type { Projection } from "#lib/project.ts"
import type { Entry, Seq } from "#lib/record/entry.ts"
import type { Problem } from "#lib/record/problem.ts"
import { findBlock, parseEntry } from "#lib/record/record.ts"
import { sharedBytes } from "#lib/record/shared-bytes.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import { bodyOf, offsetOf } from "./body.ts"
import { crossingAt } from "./crossing-at.ts"
import { type Excerpt, excerptAt } from "./excerpt.ts"
import { headerAt, type Known, rebuild, rebuildBody, type Sent, targetOf, throughOf } from "./rebuild.ts"

export const verifyCauses = {
  "stored-missing": "Its bytes are not in the store, and the record gives others.",
  "stored-damaged": "The stored bytes are not those whose digest its entry names.",
  "stored-length": "The stored bytes are not as many as its entry says.",
  "sent-damaged": "The record gives the stored bytes, so it is the request's own entry that is damaged.",
  "entry-damaged": "An entry that it rests on is no valid entry any more.",
  "entry-differs": "The block at this place is not the one that was sent.",
  "header-missing": "The header that it names was not logged.",
  "header-other": "Another header was in force than the one that it names.",
  "header-differs": "What the header holds here is not what was sent.",
  "object-missing": "A picture or file that it holds is missing or damaged.",
  "target-unknown": "The target that it was made for is not known here.",
  "made-user-turn": "It ends with a turn of the user that nobody took.",
  unknown: "Nothing in the record explains the difference.",
} as const

/** Why a request is not what its record gives, as far as that can be told. */
export type VerifyCause = keyof typeof verifyCauses

/** The first byte that differs, with both sides around it. */
export type Difference = { readonly byte: number; readonly sent: Excerpt; readonly rebuilt: Excerpt }

/**
 * What became of the proof. `proved`: the record gives the stored bytes, or, where the store has none (as after an
 * import of its log), bytes of the length and digest that its entry names. `mismatch`: it does not, though it should.
 * `other-projector`: rules of another version wrote them, and today's write them differently; `provedThen` tells whether they
 * were proved when they were sent. `capture-differs`: another program's request, so the difference is a finding.
 * `unchecked`: a capture that can be held against nothing.
 */
export type Verdict =
  | { readonly is: "proved"; readonly by: "bytes" | "digest" }
  | {
      readonly is: "mismatch"
      readonly cause: VerifyCause
      readonly facts: Problem["facts"]
      readonly at?: Difference
    }
  | {
      readonly is: "other-projector"
      readonly provedThen: boolean
      readonly projector: number
      readonly today: number
      readonly at: Difference
    }
  | { readonly is: "capture-differs"; readonly at: Difference }
  | { readonly is: "unchecked"; readonly cause: VerifyCause; readonly facts: Problem["facts"] }

type Mismatch = Extract<Verdict, { readonly is: "mismatch" }>
type Why = Pick<Mismatch, "cause" | "facts">

const mismatch = (cause: VerifyCause, facts: Problem["facts"] = {}): Mismatch => ({
  is: "mismatch",
  cause,
  facts,
})

const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** The first entry that is not what an entry can be, or not in its place; undefined where all are. */
export const damagedEntry = (
  entries: readonly Entry[],
): { readonly seq: Seq; readonly why: string } | undefined => {
  for (const [index, entry] of entries.entries()) {
    const seq = index + 1
    const parsed = parseEntry(entry)
    if (!parsed.ok) return { seq, why: String(parsed.problem.facts["why"]) }
    if (entry.seq !== seq) return { seq, why: `it is numbered ${entry.seq}` }
  }
  return undefined
}

/** What is wrong with a request's bytes by themselves. */
const storedFault = (sent: Sent, stored: Uint8Array): Mismatch | undefined => {
  if (stored.length !== sent.length)
    return mismatch("stored-length", { expected: sent.length, found: stored.length })
  const found = digestOf(stored)
  return found === sent.sha256 ? undefined : mismatch("stored-damaged", { expected: sent.sha256, found })
}

const headerFault = ({ entries }: Known, sent: Sent): Mismatch | undefined => {
  const inForce = headerAt(entries, throughOf(sent))?.seq
  if (sent.header === undefined || sent.header === inForce) return undefined
  return entries[sent.header - 1]?.kind === "header"
    ? mismatch("header-other", { header: sent.header, inForce: inForce ?? 0 })
    : mismatch("header-missing", { header: sent.header })
}

const difference = (stored: Uint8Array, rebuilt: Uint8Array): Difference | undefined => {
  const byte = sharedBytes(stored, rebuilt)
  if (byte === stored.length && byte === rebuilt.length) return undefined
  return { byte, sent: excerptAt(stored, byte), rebuilt: excerptAt(rebuilt, byte) }
}

const isMissingObject = ({ reason }: Crossing): boolean => reason === "object-missing"

/** The missing object's digest, where the block that wants it is there to say it. */
const missingObject = ({ entries }: Known, { from }: Crossing): Why => {
  const id = from !== undefined && "block" in from ? from.block : ""
  const block = findBlock(entries, id)
  const named = block !== undefined && "object" in block ? block.object : undefined
  return { cause: "object-missing", facts: { block: id, ...(named === undefined ? {} : { sha256: named }) } }
}

/** A body made anew; what each of its pieces came from is worked out only where that is asked. */
type Rebuilt = { readonly body: Uint8Array; readonly whole: () => Projection }

/** The likely cause of a difference: what the piece at its place was made of. */
const causeAt = (known: Known, { body, whole }: Rebuilt, byte: number): Why => {
  const crossings = whole().crossings.all()
  const missing = crossings.find(isMissingObject)
  if (missing !== undefined) return missingObject(known, missing)
  const from = crossingAt(bodyOf(body), crossings, offsetOf(body, byte))?.from
  if (from === undefined) return { cause: "unknown", facts: {} }
  if ("header" in from) return { cause: "header-differs", facts: { header: from.header, path: from.path } }
  return { cause: "entry-differs", facts: { block: from.block, seq: Number(from.block.split(".")[0]) } }
}

/** The made turn's words, in which JSON escapes nothing. */
const madeTurn = Buffer.from(words.awaitingUser)

/** A record that says all that a live request needs ends with a turn of the user. */
const endsMade = ({ body, whole }: Rebuilt): boolean =>
  Buffer.from(body.buffer, body.byteOffset, body.length).includes(madeTurn) &&
  whole()
    .crossings.all()
    .some(({ reason }) => reason === "awaiting-user")

const differs = (known: Known, sent: Sent, rebuilt: Rebuilt, at: Difference): Verdict => {
  if (sent.by === "capture") return { is: "capture-differs", at }
  const wrong = headerFault(known, sent)
  if (wrong !== undefined) return { ...wrong, at }
  const why = causeAt(known, rebuilt, at.byte)
  const { projector: by = projector, proved = false } = sent
  if (by !== projector && why.cause !== "object-missing")
    return { is: "other-projector", provedThen: proved, projector: by, today: projector, at }
  return { is: "mismatch", ...why, at }
}

const unknownTarget = ({ by, target }: Sent): Verdict => {
  const facts: Problem["facts"] = target === undefined ? {} : { target }
  return by === "capture"
    ? { is: "unchecked", cause: "target-unknown", facts }
    : mismatch("target-unknown", facts)
}

/** What the record gives is what was sent, unless the entry names another header or nobody took the last turn. */
const equal = (known: Known, sent: Sent, rebuilt: Rebuilt, by: "bytes" | "digest"): Verdict => {
  if (sent.by === "crossing" && endsMade(rebuilt)) return mismatch("made-user-turn")
  return headerFault(known, sent) ?? { is: "proved", by }
}

/** Whether the record gives a request's body, the entries that it rests on being sound. */
const held = (known: Known, sent: Sent, stored: Uint8Array | undefined): Verdict => {
  const target = targetOf(known, sent)
  if (target === undefined) return (stored && storedFault(sent, stored)) ?? unknownTarget(sent)
  const as = { target, through: throughOf(sent), policies: sent.policies }
  const body = rebuildBody(known, as)
  const rebuilt = { body, whole: () => rebuild(known, as) }
  if (stored === undefined)
    return storedFault(sent, body) === undefined
      ? equal(known, sent, rebuilt, "digest")
      : mismatch("stored-missing")
  const at = difference(stored, body)
  const fault = storedFault(sent, stored)
  if (fault !== undefined) return at === undefined ? mismatch("sent-damaged", fault.facts) : { ...fault, at }
  return at === undefined ? equal(known, sent, rebuilt, "bytes") : differs(known, sent, rebuilt, at)
}

/**
 * Proves requests of one record: each is rebuilt from the entries that it rests on, by a fresh projection, and compared
 * byte for byte. `stored` are its bytes as the store gives them, undefined where it has none.
 */
export const verifier = (known: Known): ((sent: Sent, stored: Uint8Array | undefined) => Verdict) => {
  const damaged = damagedEntry(known.entries)
  return (sent, stored) => {
    const own = parseEntry(sent)
    if (!own.ok) return mismatch("entry-damaged", { seq: sent.seq, ...own.problem.facts })
    if (damaged === undefined || damaged.seq > throughOf(sent)) return held(known, sent, stored)
    return (stored && storedFault(sent, stored)) ?? mismatch("entry-damaged", damaged)
  }
}
