import { join } from "node:path"
import { build } from "vite"
import { node, root } from "../run.ts"

/**
 * Bundles the bench and runs it: what is measured is code as the built app has it, not what a loader makes of each file
 * (functions that carry their names by a call kept the engine compiling for a dozen projections).
 */
const outDir = join(root, ".bench") // as deep as `e2e`, so that the root is found from it

await build({
  configFile: false,
  root,
  logLevel: "warn",
  build: {
    ssr: join(root, "e2e", "bench", "main.ts"),
    outDir,
    target: "node20",
    minify: false,
    rolldownOptions: { output: { entryFileNames: "main.mjs" } },
  },
})
process.exitCode = await node([join(outDir, "main.mjs"), ...process.argv.slice(2)])
