import { createHash } from "node:crypto"
import type { Projection } from "#lib/project.ts"
import type { Broken, Law, Seen } from "./law.ts"

const id = "same-in-same-out"
const broken = (at: string, says: string): Broken => ({ law: id, at, says })

const frozen = new WeakSet<object>()

/** Freezes a value and all that it holds, but for bytes, which cannot be frozen. */
export const freeze = <Value>(value: Value): Value => {
  if (typeof value !== "object" || value === null || frozen.has(value) || ArrayBuffer.isView(value))
    return value
  frozen.add(value)
  Object.freeze(value)
  for (const inner of Object.values(value)) freeze(inner)
  return value
}

/** How two projections differ, in words; undefined where they are equal in bytes and in crossings. */
export const differs = (one: Projection, other: Projection): string | undefined => {
  const [a, b] = [one.wire.text(), other.wire.text()]
  if (a !== b) {
    let at = 0
    while (a[at] === b[at]) at++
    return `the wires part at ${at}: ${JSON.stringify(a.slice(at, at + 120))} and ${JSON.stringify(b.slice(at, at + 120))}`
  }
  if (one.wire.digest() !== other.wire.digest()) return "the digests differ"
  const [first, second] = [
    one.crossings.all().map((item) => JSON.stringify(item)),
    other.crossings.all().map((item) => JSON.stringify(item)),
  ]
  const part = first.findIndex((item, index) => item !== second[index])
  if (part >= 0 || first.length !== second.length)
    return `the crossings part: ${first[part]} and ${second[part < 0 ? first.length : part]}`
  return undefined
}

/** Text, bytes, length and digest of one wire agree. */
const agrees = ({ wire }: Projection): readonly Broken[] => {
  const text = wire.text()
  const bytes = wire.bytes()
  const found: Broken[] = []
  if (Buffer.compare(Buffer.from(text, "utf8"), bytes) !== 0)
    found.push(broken("bytes", "are not the UTF-8 of the text"))
  if (wire.length !== bytes.length) found.push(broken("length", `is ${wire.length} of ${bytes.length} bytes`))
  if (!text.isWellFormed()) found.push(broken("text", "holds a lone surrogate"))
  if (createHash("sha256").update(bytes).digest("hex") !== wire.digest())
    found.push(broken("digest", "is not that of the bytes"))
  return found
}

const counts = ({ projection, crossings }: Seen): readonly Broken[] =>
  projection.crossings.length === crossings.length
    ? []
    : [broken("crossings", `say ${projection.crossings.length} of ${crossings.length}`)]

/** Law 5. */
export const sameInSameOut: Law = {
  id,
  says: "Two runs over a frozen record give equal bytes and crossings, and the record comes out untouched.",
  check: (seen, subject) => {
    const before = JSON.stringify(seen.record)
    const again = subject.project(freeze(seen.record), seen.target, seen.options)
    const part = differs(seen.projection, again)
    const cut = seen.record.entries.length
    const asOf = subject.project(seen.record, seen.target, { ...seen.options, asOf: cut })
    const partCut = differs(seen.projection, asOf)
    return [
      ...agrees(seen.projection),
      ...counts(seen),
      ...(part === undefined ? [] : [broken("run", part)]),
      ...(partCut === undefined ? [] : [broken(`as of ${cut}`, partCut)]),
      ...(JSON.stringify(seen.record) === before ? [] : [broken("record", "was changed")]),
    ]
  },
}
