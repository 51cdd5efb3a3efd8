import type { LineBlock } from "#lib/line/item.ts"
import type { Facts } from "#lib/wire/crossing.ts"
import type { Reason } from "#lib/wire/reason.ts"
import type { Claim } from "#lib/wire/writer.ts"

type Reasons = readonly (Reason | undefined)[]

const noReasons: Reasons = []

/**
 * The claim of a block: carried where no reason is given, else altered for the first of them; the others stand in the
 * fact `also`.
 */
export const claimOf = (held: LineBlock, reasons: Reasons = noReasons, facts?: Facts): Claim => {
  const from = { block: held.id }
  let reason: Reason | undefined
  let more = ""
  for (const found of reasons) {
    if (found === undefined) continue
    if (reason === undefined) reason = found
    else more += more === "" ? found : ` ${found}`
  }
  const told = more === "" ? facts : { ...facts, also: more }
  if (reason === undefined)
    return told === undefined ? { how: "carried", from } : { how: "carried", from, facts: told }
  const how = "altered"
  return told === undefined ? { how, reason, from } : { how, reason, from, facts: told }
}

/** A claim with one reason more: the first one of what was carried, else among its others. */
export const alsoAltered = (claim: Claim, reason: Reason): Claim => {
  const { facts } = claim
  if (claim.how === "carried") return { ...claim, how: "altered", reason }
  const also = facts?.["also"] === undefined ? reason : `${facts["also"]} ${reason}`
  return { ...claim, facts: { ...facts, also } }
}

export const droppedOf = (held: LineBlock, reason: Reason, facts?: Facts): Claim => ({
  how: "dropped",
  reason,
  from: { block: held.id },
  ...(facts === undefined ? {} : { facts }),
})

/** The crossings of a dropped block and of all it holds. */
export const droppedWhole = (held: LineBlock, reason: Reason): readonly Claim[] =>
  [held, ...held.content].map((each) => droppedOf(each, reason))

export const made = (reason: Reason, facts?: Facts): Claim => ({
  how: "made",
  reason,
  ...(facts === undefined ? {} : { facts }),
})
