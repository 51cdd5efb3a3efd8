"use client"
import type { Block } from "#lib/record/block.ts"
import { curl, type Endpoint } from "#lib/view/curl.ts"
import { wordsOf } from "#lib/view/shown.ts"
import type { Copied } from "./actions.ts"
import { Refused } from "./ask.ts"
import { askPiece, askRaw } from "./raw-panel.tsx"
import type { Asked } from "./use-projection.ts"

export type CopyFrom = {
  readonly asked: Asked
  readonly projector: number
  readonly dialect: string
  readonly endpoint: Endpoint
}

/** What is copied of which row: its key, its number, and the entry that it is of. */
export type CopyOf = { readonly key: string; readonly number: number }

const seqOf = (key: string): number => Number.parseInt(key, 10)
const isBlock = (key: string): boolean => /^\d+(\.\d+){1,2}$/.test(key)

/** The request's body, byte for byte as it would cross. */
const body = async ({ asked }: CopyFrom): Promise<string> => {
  const query = new URLSearchParams({
    target: asked.target,
    asOf: String(asked.asOf),
    ...(asked.vision === undefined ? {} : { vision: asked.vision ? "on" : "off" }),
  })
  const response = await fetch(`/v1/conversations/${encodeURIComponent(asked.record)}/wire?${query}`)
  if (!response.ok)
    throw new Refused(
      { id: "answer-unknown", facts: { status: response.status } },
      `The server refused the body (status ${response.status}).`,
    )
  return response.text()
}

/** The words of a stored block, or of what else a row is of. Throws `Refused`. */
export const askBlockText = async (record: string, key: string): Promise<string> => {
  const raw = await askRaw(record, seqOf(key), isBlock(key) ? key : undefined)
  const value: unknown = JSON.parse(raw.block)
  if (typeof value === "string") return value
  const isOwn = typeof value === "object" && value !== null && "kind" in value && isBlock(key)
  return isOwn ? wordsOf(value as Block) : raw.block // a stored block was validated before it was appended
}

/** The text to copy. Throws `Refused` where the server refuses it. */
export const textToCopy = async (what: Copied, of: CopyOf, from: CopyFrom): Promise<string> => {
  if (what === "block") return askBlockText(from.asked.record, of.key)
  if (what === "message") return (await askRaw(from.asked.record, seqOf(of.key), undefined)).entry
  if (what === "piece") return (await askPiece(from.asked, from.projector, of.number)).text
  if (what === "body") return body(from)
  if (what === "curl") return curl(from.endpoint, from.dialect, await body(from))
  return window.location.href
}
