import { z } from "zod"
import type { Db } from "#db/connect.ts"
import type { PlanAsk } from "#lib/plan/ask.ts"
import type { Outcome } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { said } from "../said.ts"
import type { KnownTool } from "../tool.ts"

/** What a call does to the conversation that it is made in: planned and applied behind its result, or refused by it. */
export type Act = Extract<PlanAsk, { readonly kind: "compaction" }>

type Found = { readonly text: string; readonly act?: Act }

/** What a tool of ours gives back: text, or why there is none. */
export type OwnAnswer = Found & { readonly isError: boolean }

/** A tool of ours: it changes nothing itself. */
export type OwnTool = KnownTool & {
  readonly run: (db: Db, given: unknown) => Promise<OwnAnswer>
}

type Making<Parameters extends z.ZodType> = {
  readonly name: string
  readonly description: string
  readonly parameters: Parameters
  /** Whether all that a call does is to read the store. */
  readonly reads: boolean
  readonly run: (db: Db, given: z.output<Parameters>) => Promise<Outcome<Found>>
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
  hints: { reads: making.reads },
  run: async (db, given) => {
    const read = making.parameters.safeParse(given)
    if (!read.success) return { text: said.misfit(whyOf(read.error)), isError: true }
    const found = await making.run(db, read.data)
    return found.ok ? { ...found.value, isError: false } : { text: sentenceOf(found.problem), isError: true }
  },
})
