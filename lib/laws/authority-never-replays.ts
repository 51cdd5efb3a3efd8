import type { Broken, Law, Seen } from "./law.ts"
import { raw } from "./tree.ts"

const id = "authority-never-replays"
const broken = (at: string, says: string): Broken => ({ law: id, at, says })

/** Where the system area of a wire ends: before the first message that holds anything but it. */
const inSystemArea = (seen: Seen, pointer: string): boolean => {
  const index = /^\/(?:messages|input|contents)\/(\d+)/.exec(pointer)?.[1]
  if (index === undefined) return /^\/(?:system|instructions|systemInstruction)(?:\/|$)/.test(pointer)
  return seen.messages.slice(0, Number(index) + 1).every((message) => seen.shape.voice(message) === "system")
}

const once = (seen: Seen): readonly Broken[] => {
  const principals = seen.crossings.filter((crossing) => crossing.reason === "principal")
  const wanted = seen.header?.principal === undefined ? 0 : 1
  if (principals.length !== wanted)
    return [
      broken("principal", `stands ${principals.length} times and is ${wanted} times in the header in force`),
    ]
  return principals.flatMap((crossing) => {
    const found: Broken[] = []
    const place = crossing.at[0]
    if (crossing.how !== "made") found.push(broken("principal", `is ${crossing.how}`))
    if (place === undefined || !crossing.at.every((item) => inSystemArea(seen, item.pointer)))
      found.push(broken(place?.pointer ?? "principal", "stands outside of the system area"))
    const node = place === undefined ? undefined : seen.tree.at(place.pointer)
    const text =
      node?.kind === "string"
        ? node.string.slice(place?.from ?? 0, place?.to)
        : node === undefined
          ? ""
          : raw(seen.tree, node)
    const facts = seen.header?.principal
    for (const fact of facts === undefined
      ? []
      : [facts.agent, facts.account, String(facts.uid), facts.expectedAccount, facts.node])
      if (!text.includes(fact)) found.push(broken("principal", `does not say ${fact}`))
    return found
  })
}

/** Nothing of an earlier header's principal is left in the wire, unless the record says it elsewhere. */
const noneOfOld = (seen: Seen): readonly Broken[] => {
  const text = seen.tree.text
  const now = Object.values(seen.header?.principal ?? {}).map(String)
  const elsewhere = JSON.stringify(
    seen.line.entries.map((entry) => (entry.kind === "header" ? { ...entry, principal: null } : entry)),
  )
  return seen.line.entries.flatMap((entry) => {
    if (entry.kind !== "header" || entry.principal === undefined || entry === seen.header) return []
    const { account, node } = entry.principal
    return [account, node]
      .filter((fact) => !now.includes(fact) && !elsewhere.includes(fact) && text.includes(fact))
      .map((fact) => broken(`header ${entry.seq}`, `is no longer in force, and the wire still says ${fact}`))
  })
}

/** Law 9. */
export const authorityNeverReplays: Law = {
  id,
  says: "The principal stands at most once, in the system area, made from the header in force.",
  check: (seen) => [...once(seen), ...noneOfOld(seen)],
}
