import { createHash } from "node:crypto"
import type { Tool } from "#lib/record/entry.ts"
import { matches } from "./pattern.ts"
import type { Target } from "./targets.ts"

/** What tool names become on one wire, under the tools that the header declares. */
export type Names = (stored: string) => string

const looksDerived = /_[0-9a-f]{12}$/

const derived = (name: string, { pattern, most }: Target["names"]): string => {
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 12)
  const plain = name.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, most - 13)
  const made = `${plain}_${hash}`
  return matches(pattern, made) ? made : `_${made.slice(1)}`
}

const repeats = (stored: string, declared: string): boolean => {
  if (stored.length <= declared.length) return false
  const front = stored.slice(0, stored.length - declared.length)
  const back = stored.slice(declared.length)
  const again = stored.endsWith(declared) && declared.startsWith(front) && /[_.-]$/.test(front)
  return again || (stored.startsWith(declared) && declared.endsWith(back) && /^[_.-]/.test(back))
}

/** The declared name that a stored one stands for: itself, the bare name behind an MCP prefix, or one it repeats a part of. */
const meant = (stored: string, declared: ReadonlySet<string>): string => {
  if (declared.has(stored)) return stored
  const bare = /^mcp__(?:(?!__).)+__(.+)$/s.exec(stored)?.[1]
  if (bare !== undefined && declared.has(bare)) return bare
  for (const name of declared) if (repeats(stored, name)) return name
  return stored
}

export const toolNames = (target: Target, tools: readonly Tool[]): Names => {
  const declared = new Set(tools.map((tool) => tool.name))
  const known = new Map<string, string>()
  const { pattern, most, declared: narrower = pattern } = target.names
  return (stored) => {
    const found = known.get(stored)
    if (found !== undefined) return found
    const name = meant(stored, declared)
    const isDeclared = declared.has(name)
    const fits =
      name.length <= most &&
      (isDeclared ? matches(narrower, name) : matches(pattern, name) && !looksDerived.test(name))
    const made = fits ? name : derived(name, target.names)
    known.set(stored, made)
    return made
  }
}
