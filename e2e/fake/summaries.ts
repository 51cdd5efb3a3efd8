import { vi } from "vitest"
import { append } from "#db/entries.ts"
import type { Database } from "#db/open.ts"
import { createRecord } from "#db/records.ts"
import type { Preferences } from "#db/settings.ts"
import { must, numbered, testHeader } from "#db/test-store.ts"
import type { Target } from "#lib/dialect/targets.ts"
import { baseOf } from "#lib/live/base-url.ts"
import { variablesOf } from "#lib/live/key-variables.ts"
import { storePreferences } from "#lib/live/set-provider.ts"
import type { Written } from "#lib/live/summary/outcome.ts"
import type { PlanAsk } from "#lib/plan/ask.ts"
import { agent, type Draft, user } from "#lib/record/build.ts"
import { type FakeProvider, fakeProvider, type Move } from "./provider.ts"
import type { Scene } from "./scene.ts"
import { spoken } from "./scenes.ts"

/** What tests of summaries share: providers that requests go to, what these say, and records that are long enough. */

/** A scene in which a model says something and ends. */
export const saying = (text: string, ends: Scene["ends"] = "end"): Scene => ({
  ...spoken,
  acts: [{ is: "text", text }],
  ends,
})

export const says = (text: string, ends: Scene["ends"] = "end"): Move => ({
  does: "stream",
  scene: saying(text, ends),
})

/** A provider that a target's requests go to from here on, with a key where it wants one. */
export const providerAt = async (
  db: Database,
  target: Target,
  moves: readonly Move[],
  preferences: Partial<Preferences> = {},
): Promise<FakeProvider> => {
  const provider = await fakeProvider(target.dialect, moves)
  const [variable] = variablesOf(target)
  if (variable !== undefined) vi.stubEnv(variable, "k")
  must(
    await storePreferences(db, target.id, {
      baseUrl: provider.at(baseOf(target)),
      params: {},
      ...preferences,
    }),
  )
  return provider
}

/** The bodies of the requests that came, as text. */
export const bodiesOf = ({ received }: FakeProvider): readonly string[] =>
  received.map(({ body }) => Buffer.from(body).toString())

/** A stored record of these entries. */
export const recordOf = async (db: Database, drafts: readonly Draft[], title = "Shed"): Promise<string> => {
  const record = must(await createRecord(db, testHeader({ title })))
  must(await append(db, { record, head: 0, entries: numbered(drafts) }))
  return record
}

/** What is asked of a plan for a summary that was written. */
export const askOf = ({ summary, by, prompt }: Written, preserve = 8): PlanAsk => ({
  kind: "compaction",
  summary,
  preserve,
  by,
  prompt: { chars: prompt.chars, truncated: prompt.truncated },
})

/** Questions and answers, two messages each. */
export const talk = (rounds: number, word = "plank"): readonly Draft[] =>
  Array.from({ length: rounds }, (_, n) => [user(`ask ${word} ${n}`), agent(`answer ${word} ${n}`)]).flat()
