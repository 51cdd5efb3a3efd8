import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"

/** What a build is made of; a folder counts with its own time too, so that a removed file is noticed. */
const sources = [
  "app",
  "lib",
  "db",
  "proxy.ts",
  "instrumentation.ts",
  "next.config.mjs",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
]

/** Written beside the code and no part of a build. */
const apart = (name: string): boolean =>
  name.endsWith(".test.ts") || name === "golden" || name === "samples" || name.startsWith(".")

const newest = (path: string): number => {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (facts === undefined) return 0
  if (!facts.isDirectory()) return facts.mtimeMs
  return readdirSync(path)
    .filter((name) => !apart(name))
    .reduce((time, name) => Math.max(time, newest(join(path, name))), facts.mtimeMs)
}

/** Whether the folder's build is missing, or older than something it was made of. */
export const isStale = (root: string): boolean => {
  const build = join(root, ".next", "BUILD_ID")
  if (!existsSync(build)) return true
  const built = statSync(build).mtimeMs
  return sources.some((source) => newest(join(root, source)) > built)
}
