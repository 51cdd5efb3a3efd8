import type { Entry, Message } from "#lib/record/entry.ts"
import { readSource, type SourceReading } from "../read-source.ts"

/** Terse builders of session lines, so that a test reads as a session. */

export type Fields = { readonly [key: string]: unknown }

/** A line of a session; its uuid is `u`, its parent `p`. */
export const line = (u: string, p: string | null, fields: Fields): string =>
  JSON.stringify({
    parentUuid: p,
    isSidechain: false,
    sessionId: "s1",
    uuid: u,
    timestamp: "2026-03-17T10:00:00.000Z",
    ...fields,
  })

export const prompt = (
  u: string,
  p: string | null,
  content: unknown = `prompt ${u}`,
  more: Fields = {},
): string => line(u, p, { type: "user", message: { role: "user", content }, ...more })

export const said = (u: string, p: string | null, blocks: readonly unknown[], more: Fields = {}): string =>
  line(u, p, {
    type: "assistant",
    message: { role: "assistant", id: `m-${u}`, model: "claude-x", content: blocks, ...more },
  })

export const text = (words: string) => ({ type: "text", text: words })
export const use = (id: string, name = "Bash", input: unknown = {}) => ({ type: "tool_use", id, name, input })
export const result = (u: string, p: string | null, id: string, content: unknown = "ok"): string =>
  prompt(u, p, [{ type: "tool_result", tool_use_id: id, content }])
export const system = (u: string, p: string | null, subtype: string, more: Fields = {}): string =>
  line(u, p, { type: "system", subtype, ...more })

export const read = (...lines: readonly string[]): SourceReading => {
  const reading = readSource({ name: "session.jsonl", text: lines.map((one) => `${one}\n`).join("") })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problem))
  return reading.value
}
export const entries = (...lines: readonly string[]): readonly Entry[] =>
  read(...lines).records[0]?.entries ?? []
export const messages = (...lines: readonly string[]): readonly Message[] =>
  entries(...lines).filter((entry) => entry.kind === "message")
