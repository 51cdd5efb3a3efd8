import { z } from "zod"
import type { Db } from "#db/connect.ts"
import type { Outcome } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { said } from "../said.ts"
import type { KnownTool } from "../tool.ts"

/** What a tool of ours gives back: text, or why there is none. */
export type OwnAnswer = { readonly text: string; readonly isError: boolean }

/** A tool of ours: it reads the store and changes nothing. */
export type OwnTool = KnownTool & {
  readonly run: (db: Db, given: unknown) => Promise<OwnAnswer>
}

type Making<Parameters extends z.ZodType> = {
  readonly name: string
  readonly description: string
  readonly parameters: Parameters
  readonly run: (db: Db, given: z.output<Parameters>) => Promise<Outcome<string>>
}

const schemaOf = (parameters: z.ZodType): string => {
  const { $schema: _, ...schema } = z.toJSONSchema(parameters, { io: "input" })
  return JSON.stringify(schema)
}

const whyOf = ({ issues: [issue] }: z.ZodError): string =>
  issue === undefined ? "they are refused" : [...issue.path.map(String), issue.message].join(": ")

/** A tool from its parameters, which are declared and checked by one schema. */
export const ownTool = <Parameters extends z.ZodType>(making: Making<Parameters>): OwnTool => ({
  declared: {
    name: making.name,
    description: making.description,
    inputSchema: schemaOf(making.parameters),
  },
  from: { kind: "own" },
  hints: { reads: true },
  run: async (db, given) => {
    const read = making.parameters.safeParse(given)
    if (!read.success) return { text: said.misfit(whyOf(read.error)), isError: true }
    const found = await making.run(db, read.data)
    return found.ok
      ? { text: found.value, isError: false }
      : { text: sentenceOf(found.problem), isError: true }
  },
})
