import { createHash } from "node:crypto"
import type { Target } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import { record } from "#lib/record/build.ts"
import type { Case } from "#lib/wire/golden/case.ts"
import { type Node, raw, readTree, type Tree } from "./tree.ts"

/** A golden's name in the folder. */
export const goldenName = (of: Case, target: Target): string => `${of.name}.${target.id}.json`

/** JSON over lines, keys in their order and every leaf in its own text. */
const pretty = (tree: Tree, node: Node, indent: string): string => {
  if (node.children.length === 0) return raw(tree, node)
  const deeper = `${indent}  `
  const lines = node.children.map(
    (item) =>
      `${deeper}${item.key === undefined ? "" : `${JSON.stringify(item.key)}: `}${pretty(tree, item, deeper)}`,
  )
  const [open, shut] = node.kind === "array" ? ["[", "]"] : ["{", "}"]
  return `${open}\n${lines.join(",\n")}\n${indent}${shut}`
}

/** What a golden file holds: the wire over lines, what became of each block, and the digest of the wire's own bytes. */
export const goldenText = (of: Case, target: Target): string => {
  const projection = project(record(...of.drafts), target, { ...of.policy, objects: objectBytes })
  const tree = readTree(projection.wire.text())
  const crossings = projection.crossings.all().map((crossing) => `    ${JSON.stringify(crossing)}`)
  return [
    "{",
    `  "says": ${JSON.stringify(of.says)},`,
    `  "sha256": "${projection.wire.digest()}",`,
    `  "wire": ${pretty(tree, tree.root, "  ")},`,
    `  "crossings": [\n${crossings.join(",\n")}\n  ]`,
    "}\n",
  ].join("\n")
}

/** One digest over all goldens, by name. */
export const goldenDigest = (goldens: ReadonlyMap<string, string>): string => {
  const hash = createHash("sha256")
  for (const [name, text] of [...goldens].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}\n${text}`)
  return hash.digest("hex")
}
