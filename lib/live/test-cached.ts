import type { Database } from "#db/open.ts"
import { createRecord } from "#db/records.ts"
import { must, testHeader } from "#db/test-store.ts"
import type { Usage } from "#lib/record/entry.ts"
import { haveEnded, openNode, said, until } from "./test-panel.ts"
import type { Toolbox } from "./tools/toolbox.ts"
import type { Choice } from "./turn/addressee.ts"

/** Whether a provider's cache is read: asked by a test with a provider's key, and tried without one against a fake. */

const noTools: Toolbox = {
  tools: async () => ({ tools: [], problems: [] }),
  find: () => undefined,
  policy: () => "deny",
  runTool: async () => ({ outcome: "cancelled" }),
  close: async () => undefined,
}

/** Some 8,000 tokens, more than any provider wants before it keeps a beginning. */
const long = Array.from({ length: 800 }, (_, n) => `Line ${n} of a long text that stays as it is.`).join("\n")

const questions = [`${long}\n\nAnswer with the one word: one.`, "And now with the one word: two."]

/** Asks twice through the panel, the second time behind all that was said before; what each reply tells of its tokens. */
export const askedTwice = async (db: Database, to: Choice): Promise<readonly Usage[]> => {
  const node = await openNode(db, { tools: noTools })
  try {
    const record = must(await createRecord(db, testHeader()))
    const usages: Usage[] = []
    for (const words of questions) {
      must(await node.panel.say(record, said(words, to)))
      const entries = await until(db, record, haveEnded(usages.length + 1))
      const end = entries.at(-1)
      if (end?.kind !== "turn" || end.outcome !== "done") throw new Error(JSON.stringify(end))
      usages.push(end.usage ?? {})
    }
    return usages
  } finally {
    await node.close()
  }
}

/** Whether every reply but the first read from the provider's cache. */
export const isRead = (usages: readonly Usage[]): boolean =>
  usages.length > 1 && usages.slice(1).every(({ cacheRead = 0 }) => cacheRead > 0)
