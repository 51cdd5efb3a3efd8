import { isStale } from "#lib/cli/build-state.ts"
import { node, root, script } from "./run.ts"

/** Builds the app once before the tests, where its build is missing or old. Playwright wants a default export. */
const build = async (): Promise<void> => {
  if (!isStale(root)) return
  const code = await node([script("next", "dist/bin/next"), "build", root], { quiet: true })
  if (code !== 0) throw new Error(`The build ended with ${code}; its reason stands above.`)
}

export default build
