import { z } from "zod"
import type { Hints } from "./tool.ts"

/**
 * What a server says, as far as it is used; all else is let through unread. The library's own schemas are not taken:
 * they move the keys of a tool's schema, and refuse a whole list or answer for one part of a kind that they do not know.
 */

export const answer = z.looseObject({
  content: z.array(z.unknown()).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().default(false),
})
export type Answer = z.infer<typeof answer>

const hint = z.boolean().optional().catch(undefined)

const listedTool = z.looseObject({
  name: z.string().min(1),
  description: z.string().optional(),
  inputSchema: z.looseObject({}),
  annotations: z
    .looseObject({ readOnlyHint: hint, destructiveHint: hint, openWorldHint: hint })
    .optional()
    .catch(undefined),
})

export const toolPage = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() })

/** A tool as its server lists it; `inputSchema` is JSON text. */
export type ListedTool = {
  readonly name: string
  readonly description?: string
  readonly inputSchema: string
  readonly hints: Hints
}

const said = (hints: { readonly [Key in keyof Hints]: boolean | undefined }): Hints =>
  Object.fromEntries(Object.entries(hints).filter(([, value]) => value !== undefined))

/** One of a server's tools; undefined for what is none, which no model could call. */
export const listed = (given: unknown): ListedTool | undefined => {
  const parsed = listedTool.safeParse(given)
  if (!parsed.success) return undefined
  const { name, description, inputSchema, annotations } = parsed.data
  return {
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema: JSON.stringify(inputSchema),
    hints: said({
      reads: annotations?.readOnlyHint,
      destroys: annotations?.destructiveHint,
      reachesOut: annotations?.openWorldHint,
    }),
  }
}
