import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { dialects } from "#lib/dialect/index.ts"
import type { DialectId } from "#lib/dialect/targets/row.ts"
import { root, script } from "../run.ts"
import { bodiesOf } from "./bodies.ts"

/** The type of `requests.ts` that a dialect's bodies must satisfy. */
const asked = {
  chat: "Chat",
  responses: "Responses",
  messages: "Messages",
  gemini: "Gemini",
  ollama: "Ollama",
  converse: "Converse",
  "prior-turns": "Messages",
} as const satisfies { readonly [Id in DialectId]: string }

const ids = Object.keys(dialects) as readonly DialectId[] // the table has these keys, says its own type
const requests = JSON.stringify(join(root, "e2e/sdk/requests.ts"))

/** Every golden's body as a literal, one a line; before them a body that the type must refuse. */
const sourceOf = (dialect: DialectId): string =>
  [
    `import type { ${asked[dialect]} as Asked } from ${requests}`,
    "// @ts-expect-error no request holds this",
    "void ({ unheard: 1 } satisfies Asked)",
    ...bodiesOf(dialect).map(({ body }) => `void (${JSON.stringify(body)} satisfies Asked)`),
  ].join("\n")

const config = {
  extends: join(root, "tsconfig.json"),
  compilerOptions: { plugins: [], types: [] },
  include: ["*.ts"],
  exclude: [],
}

/** What the compiler says of all dialects' bodies, in one run. */
const compiled = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "crossing-requests-"))
  try {
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
    for (const dialect of ids) writeFileSync(join(folder, `${dialect}.ts`), sourceOf(dialect))
    const args = [script("typescript", "bin/tsc"), "--project", folder, "--pretty", "false"]
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" })
    if (status === null) throw new Error("The compiler was ended.")
    return stdout + stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe("the SDK's request type takes every golden", () => {
  let said: readonly string[] = []
  beforeAll(() => {
    said = compiled().split("\n")
  }, 120_000)

  it.each(ids)("%s", (dialect) => {
    const bodies = bodiesOf(dialect)
    const faults = said.flatMap((line) => {
      const fault = /^(.+)\.ts\((\d+),\d+\): (.+)$/.exec(line)
      if (fault?.[1] !== dialect) return []
      return [`${bodies[Number(fault[2]) - 4]?.name}: ${fault[3]}`] // behind the three lines above
    })
    expect(faults).toEqual([])
  })
  it("and the compiler says nothing else", () => {
    expect(said.filter((line) => line !== "")).toEqual([])
  })
})
