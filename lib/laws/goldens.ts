import { readdirSync, rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { targets } from "#lib/dialect/targets.ts"
import { projector } from "#lib/dialect/words.ts"
import { cases } from "#lib/wire/golden/cases.ts"
import { goldenDigest, goldenName, goldenText } from "./golden.ts"

/** `npm run goldens`: writes every golden anew, and the lock over them. Read the difference before you commit it. */
const folder = fileURLToPath(new URL("../wire/golden/", import.meta.url))
const goldens = new Map(
  cases.flatMap((of) => targets.map((target) => [goldenName(of, target), goldenText(of, target)] as const)),
)
for (const name of readdirSync(folder))
  if (name.endsWith(".json") && !goldens.has(name)) rmSync(`${folder}${name}`)
for (const [name, text] of goldens) writeFileSync(`${folder}${name}`, text)
writeFileSync(`${folder}lock`, `projector ${projector}\ngoldens ${goldenDigest(goldens)}\n`)
process.stdout.write(`${goldens.size} goldens of ${cases.length} cases\n`)
