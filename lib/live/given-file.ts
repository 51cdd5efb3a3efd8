import { existsSync, readFileSync } from "node:fs"
import { dirname, resolve } from "node:path"

/** A file that a variable names: its text and the folder it stands in, or why it cannot be read. */
export type GivenFile =
  | { readonly ok: true; readonly text: string; readonly folder: string }
  | { readonly ok: false; readonly why: string }

/** npm runs a script in the project's folder; where the user was is in INIT_CWD. */
const placeOf = (path: string, from: string | undefined): string => {
  const here = resolve(/* turbopackIgnore: true */ path)
  if (from === undefined || existsSync(/* turbopackIgnore: true */ here)) return here
  return resolve(/* turbopackIgnore: true */ from, path)
}

/** Reads the file at a path of the user's, who was in the folder `from`. `why` is a system error's code, such as ENOENT. */
export const givenFile = (path: string, from: string | undefined): GivenFile => {
  const place = placeOf(path, from)
  try {
    return {
      ok: true,
      text: readFileSync(/* turbopackIgnore: true */ place, "utf8"),
      folder: dirname(place),
    }
  } catch (error) {
    return { ok: false, why: error instanceof Error && "code" in error ? String(error.code) : String(error) }
  }
}
