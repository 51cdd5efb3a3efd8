import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { root } from "./run.ts"

/**
 * The command line in a few files, which start in a third of the time that its some hundred sources need: the tests
 * start it some two hundred times. It lies in the repository, where its packages are found.
 */
export const bundle = async (): Promise<{ readonly path: string; readonly remove: () => void }> => {
  const cache = join(root, "node_modules", ".cache")
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, "crossing-"))
  await build({
    absWorkingDir: root,
    entryPoints: ["lib/cli/crossing.ts"],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  })
  return {
    path: join(folder, "crossing.mjs"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
