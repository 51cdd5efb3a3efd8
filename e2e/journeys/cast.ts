import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { DialectId } from "#lib/dialect/targets/row.ts"
import { type Target, type TargetId, targetOf } from "#lib/dialect/targets.ts"
import { keyVariables } from "#lib/live/key-variables.ts"
import { type App, type Start, startApp, temporary } from "../app.ts"
import { type FakeProvider, fakeProvider, type Move } from "../fake/provider.ts"
import { test as base } from "../fixture.ts"
import { root } from "../run.ts"

/** The app of the journeys: it asks a fake provider of each dialect, and its tools are those of a real server. */

const rowOf: { readonly [Id in DialectId]: TargetId } = {
  chat: "kimi",
  responses: "openai-responses",
  messages: "anthropic",
  gemini: "gemini",
  ollama: "ollama",
  converse: "bedrock",
  "prior-turns": "claude-prompt",
}
export const dialects = Object.keys(rowOf) as readonly DialectId[] // keys of a total table

/** The target that stands for a dialect. */
export const targetFor = (dialect: DialectId): Target => {
  const target = targetOf(rowOf[dialect])
  if (target === undefined) throw new Error(`There is no target ${rowOf[dialect]}.`)
  return target
}

/** Dialects whose calls come in pieces; those of the others come whole or not at all. */
export const isPiecewise = (dialect: DialectId): boolean => dialect !== "gemini" && dialect !== "ollama"

export type Providers = { readonly [Id in DialectId]: FakeProvider }

const openProviders = async (): Promise<Providers> =>
  Object.fromEntries(
    await Promise.all(dialects.map(async (dialect) => [dialect, await fakeProvider(dialect, [])])),
  ) as Providers // one of each dialect

const tools = {
  mcpServers: {
    fake: {
      command: process.execPath,
      args: ["--import", "tsx", join(root, "e2e/fake/mcp/stdio.ts")],
      cwd: root,
    },
  },
  policies: { "mcp__fake__*": "allow" },
}

/** What an app has to be started with. `folder`: where its files may lie. */
export const settingFor = (providers: Providers, folder: string): Start => {
  const rows = dialects.map((dialect) => {
    const { id, url } = targetFor(dialect)
    return [id, { url: providers[dialect].at(url) }] as const
  })
  const [targetFile, toolFile] = [join(folder, "targets.json"), join(folder, "tools.json")]
  writeFileSync(targetFile, JSON.stringify(Object.fromEntries(rows)))
  writeFileSync(toolFile, JSON.stringify(tools))
  const keys = Object.fromEntries(keyVariables.map((name) => [name, "sk-of-a-journey"]))
  return { environment: { ...keys, CROSSING_TARGETS: targetFile, CROSSING_TOOLS: toolFile } }
}

type Worker = { readonly providers: Providers; readonly app: App }
type Each = {
  /** Decides into which pieces streams are cut; another one each time, unless a test names it. */
  readonly seed: number | undefined
  /** Has the provider of a dialect make these moves next. */
  readonly play: (dialect: DialectId, moves: readonly Move[]) => void
}

const anySeed = (): number => Math.floor(Math.random() * 2 ** 31)

/** One app for all journeys of a worker, and the seed said where one of them fails. */
export const test = base.extend<Each, Worker>({
  providers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for from this pattern
    async ({}, use) => {
      const providers = await openProviders()
      await use(providers)
      await Promise.all(Object.values(providers).map((provider) => provider.close()))
    },
    { scope: "worker" },
  ],
  app: [
    async ({ providers }, use) => {
      const data = temporary()
      const app = await startApp({ ...settingFor(providers, data), data })
      await use(app)
      await app.close()
      rmSync(data, { recursive: true, force: true })
    },
    { scope: "worker", timeout: 120_000 },
  ],
  seed: [undefined, { option: true }],
  play: async ({ providers, seed: named }, use, { errors }) => {
    const seed = named ?? anySeed()
    await use((dialect, moves) => providers[dialect].play(moves, seed))
    if (errors.length > 0)
      process.stdout.write(
        `The streams were cut by seed ${seed}; test.use({ seed: ${seed} }) cuts them so again.\n`,
      )
  },
})
