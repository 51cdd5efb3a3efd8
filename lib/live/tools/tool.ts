import { createHash } from "node:crypto"
import type { Tool } from "#lib/record/entry.ts"

/** What a server claims of a tool; absent: it says nothing. None of it is to be trusted. */
export type Hints = {
  readonly reads?: boolean
  readonly destroys?: boolean
  readonly reachesOut?: boolean
}

/** Whose a tool is: ours, or a server's, which knows it by a name of its own. */
export type From =
  | { readonly kind: "own" }
  | { readonly kind: "server"; readonly server: string; readonly tool: string }

/** A tool as a header declares it, and where it comes from. */
export type KnownTool = {
  readonly declared: Tool
  readonly from: From
  readonly hints: Hints
}

const longest = 64 // what every provider takes as a name

/**
 * The name by which a model calls a server's tool: `mcp__server__tool`, in letters, digits, `_` and `-`, at most 64.
 * A name that had to be changed for that ends in eight digits of its digest, so that two never become one, and no
 * target has to change it again.
 */
export const toolName = (server: string, tool: string): string => {
  const full = `mcp__${server}__${tool}`
  const plain = full.replaceAll(/[^A-Za-z0-9_-]/g, "_")
  if (plain === full && full.length <= longest) return full
  const digest = createHash("sha256").update(full).digest("hex").slice(0, 8)
  return `${plain.slice(0, longest - digest.length - 1)}_${digest}`
}
