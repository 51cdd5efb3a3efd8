import { readFileSync } from "node:fs"
import { relative } from "node:path"
import { describe, expect, it } from "vitest"
import { realFiles, samples } from "#e2e/samples.ts"
import { targetOf, targets } from "#lib/dialect/targets.ts"
import { htmlPage } from "#lib/export/html/page.ts"
import { markdownText } from "#lib/export/markdown/markdown.ts"
import { finderOf, redactedLine, secretOf } from "#lib/export/secrets.ts"
import { readSource } from "#lib/import/read-source.ts"
import { project } from "#lib/project.ts"
import { parseLog, printLog } from "#lib/record/log.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { sheet } from "#lib/view/sheet.ts"
import { caseFaults } from "./same-case.ts"

const files = realFiles(/\.jsonl?$/)

const nothing = { secrets: 0, places: 0 }
const anthropic = targetOf("anthropic") ?? targets[0]

/** One of each dialect: random records are held against all. */
const some = [...new Map(targets.map((target) => [target.dialect, target])).values()]

/** A word of the record that a person could have called a secret, to be left out. */
const wordOf = ({ entries }: RecordLog): string =>
  /[A-Za-z]{9,}/.exec(
    JSON.stringify(
      entries.flatMap((entry) =>
        entry.kind === "message" ? entry.blocks.filter(({ kind }) => kind === "text") : [],
      ),
    ).replaceAll(/"(?:kind|text)"/g, ""),
  )?.[0] ?? "nothing-there"

describe.skipIf(files.length === 0)(
  `exports of samples${files.length === 0 ? `: none at ${samples}, skipped` : ""}`,
  () => {
    it.each(files.map((path) => [relative(samples, path), path] as const))(
      "%s",
      { timeout: 300_000 },
      (_, path) => {
        const reading = readSource({ name: path, bytes: new Uint8Array(readFileSync(path)) })
        if (!reading.ok) return expect(reading.problem.id).toMatch(/^[a-z-]+$/)
        const objects = new Map(reading.value.objects.map((object) => [object.sha256, object]))
        const bytes = (sha256: string) => objects.get(sha256)?.bytes
        for (const record of reading.value.records) {
          expect(caseFaults(record, (sha256) => objects.get(sha256), some)).toEqual([])
          if (anthropic === undefined) throw new Error("no target")
          const laid = sheet(record, project(record, anthropic, { objects: bytes }))
          expect([...htmlPage(laid, bytes, nothing)].join("")).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/)
          expect([...markdownText(record, () => undefined, nothing)].join("")).toMatch(/^# \S/)
          const word = wordOf(record)
          const find = finderOf([secretOf("r", "word", word)])
          const redacted = {
            header: record.header,
            entries: record.entries.map((entry) => redactedLine(entry, find)),
          }
          const log = parseLog([...printLog(redacted)].join("\n"))
          expect(log.ok && log.value.records[0]?.entries).toEqual(
            JSON.parse(JSON.stringify(redacted.entries)),
          )
        }
      },
    )
  },
)
