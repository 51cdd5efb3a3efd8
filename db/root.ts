import { existsSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

const isOurs = (folder: string): boolean => {
  const manifest = join(/* turbopackIgnore: true */ folder, "package.json")
  return existsSync(manifest) && readFileSync(manifest, "utf8").includes('"name": "crossing"')
}

const upward = (from: string): string | undefined => {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (isOurs(folder)) return folder
    if (dirname(folder) === folder) return undefined
  }
}

/**
 * The repository's folder. Bundled code does not know where it once stood, so the working directory is asked first
 * (`npm` sets it), then this file's own place.
 */
export const projectRoot = (): string => {
  const found =
    upward(process.cwd()) ?? (import.meta.dirname === undefined ? undefined : upward(import.meta.dirname))
  if (found === undefined) throw new Error("The project's folder was not found above the working directory.")
  return found
}

/** Where data lies: CROSSING_DATA, else `.data` in the repository; absolute. An empty variable counts as unset. */
export const dataFolder = (): string => {
  const named = process.env.CROSSING_DATA
  return named === undefined || named === ""
    ? join(projectRoot(), ".data")
    : resolve(/* turbopackIgnore: true */ named)
}
