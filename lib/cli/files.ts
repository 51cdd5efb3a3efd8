import { readdir, stat } from "node:fs/promises"
import { basename, join, relative } from "node:path"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { found } from "./source.ts"

/** A file to import, and what it is called: its path below the folder that was named. */
export type Named = { readonly path: string; readonly name: string }

/** What one argument stands for: a file of its own, or all that a folder holds. */
export type Given = { readonly name: string; readonly isFolder: boolean; readonly files: readonly Named[] }

const below = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true })
  const paths: string[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith(".")) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) paths.push(...(await below(path)))
    else if (entry.isFile()) paths.push(path)
  }
  return paths
}

/**
 * The files of one argument, folders with all that is in them, in the order of their names. Names with a leading dot
 * and links within folders are left out. Problems `file-missing`, `nothing-found`, each with {name}.
 */
export const filesOf = async (path: string): Promise<Outcome<Given>> => {
  const place = await found(path)
  if (place === undefined) return refused("file-missing", { name: path })
  const name = basename(place)
  if (!(await stat(place)).isDirectory())
    return fine({ name, isFolder: false, files: [{ path: place, name }] })
  const files = (await below(place)).map((each) => ({ path: each, name: relative(place, each) }))
  return files.length === 0 ? refused("nothing-found", { name: path }) : fine({ name, isFolder: true, files })
}
