import { z } from "zod"
import type { Component } from "./answers.ts"

/** What `/v1` can be asked. */
export type Operation = {
  readonly id: string
  readonly method: "get" | "post" | "delete"
  readonly at: string
  readonly summary: string
  readonly path: z.ZodObject
  readonly query: z.ZodObject
  readonly headers?: z.ZodObject
  readonly body?: { readonly media: string; readonly required: boolean; readonly schema?: z.ZodType }
  readonly answer: {
    readonly status: string
    readonly description: string
    readonly media: string
    readonly schema?: Component
    readonly headers?: { readonly [name: string]: string }
  }
}

export const json = "application/json"
/** The path of what belongs to a record. */
export const record = z.object({ id: z.string().describe("A record's id.") })
