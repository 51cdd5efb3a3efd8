import { z } from "zod"
import { decodeLine } from "#lib/import/decode.ts"
import { bodyText } from "#lib/lint/envelope.ts"
import { lint } from "#lib/lint/lint.ts"
import { told, toldLines } from "#lib/lint/told.ts"
import { targetNamed } from "#lib/live/targets.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { fail } from "../fail.ts"
import { writeJson, writeLines } from "../output.ts"
import { fileOrInput } from "../source.ts"

const options = z.object({
  target: z.string(),
  previous: z.string().optional(),
  model: z.string().optional(),
  vision: z.boolean().optional(),
  json: z.boolean().default(false),
})

const readBody = async (of: string): Promise<Outcome<string>> => {
  const read = await fileOrInput(of)
  if (!read.ok) return read
  const { name, bytes } = read.value
  if (bytes.length === 0) return refused("file-empty", { name })
  return bodyText(decodeLine(bytes, true).text, name)
}

/** `lint BODY --target T`: all that is wrong with a request body; 1 where there is an error, 2 where it cannot be read. */
export const lintCommand = async (of: unknown, given: unknown): Promise<number> => {
  const asked = options.parse(given)
  const target = targetNamed(asked.target)
  if (!target.ok) return fail(target.problem)
  const body = await readBody(z.string().parse(of))
  if (!body.ok) return fail(body.problem)
  const previous = asked.previous === undefined ? fine(undefined) : await readBody(asked.previous)
  if (!previous.ok) return fail(previous.problem)
  const findings = lint(body.value, target.value, {
    previous: previous.value,
    model: asked.model,
    vision: asked.vision,
  })
  if (asked.json) await writeJson(findings.map(told))
  else if (findings.length === 0) await writeLines(["Nothing was found."])
  else await writeLines(toldLines(findings.map(told)))
  return findings.some(({ severity }) => severity === "error") ? 1 : 0
}
