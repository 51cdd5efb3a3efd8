import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** Where real transcripts lie, if they do: CROSSING_SAMPLES, or a folder beside the repository. */
export const samples =
  process.env.CROSSING_SAMPLES ?? fileURLToPath(new URL("../../shared/samples", import.meta.url))

/** Paths of real transcripts whose name is like this, in order; empty where there are none. */
export const realFiles = (name: RegExp): readonly string[] =>
  existsSync(samples)
    ? readdirSync(samples, { recursive: true, withFileTypes: true })
        .filter((item) => item.isFile() && name.test(item.name))
        .map((item) => join(item.parentPath, item.name))
        .toSorted()
    : []
