import type { Broken, Claim, Law, Seen } from "./law.ts"
import { isLeaf, type Node } from "./tree.ts"

const id = "no-byte-unexplained"
const broken = (at: string, says: string): Broken => ({ law: id, at, says })

const who = ({ crossing }: Claim): string => {
  const { from } = crossing
  const source =
    from === undefined ? "made" : "block" in from ? from.block : `header ${from.header}${from.path}`
  return `${source} ${crossing.how}${crossing.reason === undefined ? "" : ` ${crossing.reason}`}`
}

/** Ranges of one string in order: none overlaps, and between two stands at most one blank line. */
const joined = (node: Node, claims: readonly Claim[]): readonly Broken[] => {
  const sorted = claims.toSorted(
    (a, b) => (a.place.from ?? 0) - (b.place.from ?? 0) || (a.place.to ?? 0) - (b.place.to ?? 0),
  )
  const found: Broken[] = []
  let end = 0
  for (const [index, claim] of sorted.entries()) {
    const { from, to } = claim.place
    if (from === undefined || to === undefined) {
      found.push(
        broken(node.pointer, `shared by ${claims.map(who).join(", ")}, and not each gives its range`),
      )
      return found
    }
    const gap = node.string.slice(end, from)
    if (from < end) found.push(broken(node.pointer, `${who(claim)} begins at ${from}, inside another range`))
    else if (gap !== "" && (index === 0 || gap !== "\n\n"))
      found.push(broken(node.pointer, `nobody claims ${JSON.stringify(gap)} at ${end}`))
    end = Math.max(end, to)
  }
  if (end < node.string.length)
    found.push(
      broken(node.pointer, `nobody claims ${JSON.stringify(node.string.slice(end, end + 60))} at ${end}`),
    )
  return found
}

const owned = (node: Node, owner: readonly Claim[] | undefined): readonly Broken[] => {
  const [only, more] = owner ?? []
  if (only === undefined) return [broken(node.pointer, "claimed by no crossing")]
  const own = only.place.pointer === node.pointer
  const ranged = only.place.from !== undefined
  if (more !== undefined && !own)
    return [
      broken(
        node.pointer,
        `claimed through ${only.place.pointer} by ${(owner ?? []).map(who).join(" and ")}`,
      ),
    ]
  if (more !== undefined || ranged) {
    return node.kind === "string"
      ? joined(node, owner ?? [])
      : [broken(node.pointer, "shared, and no string")]
  }
  return []
}

/** A header's fields come from a header, or are made; nothing said stands among them. */
const fromHeader = (
  { shape, wire: { tree } }: Seen,
  node: Node,
  owner: readonly Claim[] | undefined,
): readonly Broken[] => {
  const list = tree.at(shape.history)
  if (list !== undefined && list.start <= node.start && node.end <= list.end) return []
  const odd = (owner ?? []).find(
    ({ crossing }) => crossing.how !== "made" && !(crossing.from !== undefined && "header" in crossing.from),
  )
  return odd === undefined
    ? []
    : [broken(node.pointer, `a field outside of the messages that ${who(odd)} claims`)]
}

const leaves = (seen: Seen): readonly Broken[] => {
  const found: Broken[] = []
  const stack: { readonly node: Node; readonly owner: readonly Claim[] | undefined }[] = [
    { node: seen.wire.tree.root, owner: undefined },
  ]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node } = top
    const owner = seen.wire.claims.get(node.pointer) ?? top.owner
    if (isLeaf(node)) found.push(...owned(node, owner), ...fromHeader(seen, node, owner))
    else for (const inner of node.children) stack.push({ node: inner, owner })
  }
  return found
}

/** Every place is a place of the wire, and its range lies within its string. */
const places = ({ wire: { tree, claims } }: Seen): readonly Broken[] =>
  [...claims.values()].flat().flatMap((claim) => {
    const { pointer, from, to } = claim.place
    const node = tree.at(pointer)
    if (node === undefined)
      return [broken(pointer, `${who(claim)} names a place that the wire does not have`)]
    if (from === undefined && to === undefined) return []
    const fits =
      node.kind === "string" &&
      from !== undefined &&
      to !== undefined &&
      from >= 0 &&
      from <= to &&
      to <= node.string.length
    return fits
      ? []
      : [
          broken(
            pointer,
            `${who(claim)} has the range ${from}–${to} of ${node.kind === "string" ? node.string.length : node.kind}`,
          ),
        ]
  })

/** The wire's text is one JSON text and every way to ask for it agrees. */
export const noByteUnexplained: Law = {
  id,
  says: "Each leaf of the wire is claimed by exactly one crossing, or by several whose ranges do not overlap.",
  check: (seen) => [...places(seen), ...leaves(seen)],
}
