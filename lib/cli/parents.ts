import { readFileSync } from "node:fs"

/** What a system with /proc tells of a process; undefined elsewhere, and for one that is gone. */
const told = (pid: number, what: "stat" | "cmdline"): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8")
  } catch {
    return undefined
  }
}

/** The name in parentheses may hold spaces and parentheses of its own; the state and the parent's id stand behind the last. */
const parentOf = (pid: number): number | undefined => {
  const stat = told(pid, "stat")
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
}

const isScriptShell = (pid: number): boolean => told(pid, "cmdline")?.split("\0")[1] === "-c"

/**
 * Whose child this process is, as a text to compare: the parent, and where that is the shell in which npm runs a
 * script, the parent of it too, since a shell outlives npm when npm is killed outright.
 */
export const lineage = (): string => {
  const parent = process.ppid
  return isScriptShell(parent) ? `${parent} ${parentOf(parent)}` : String(parent)
}
