import { expect } from "vitest"
import { type TargetId, targetOf } from "#lib/dialect/targets.ts"
import { errorsOf } from "#lib/lint/of-projection.ts"
import { project } from "#lib/project.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import { type Draft, header, record } from "#lib/record/build.ts"

/** Records as they cross: projected, without an error of the lint, and read again. */

export type Message = { readonly role: string; readonly content: readonly Part[] }
type Part = Readonly<Record<string, unknown>>
export type Chat = {
  readonly role: string
  readonly content?: unknown
  readonly tool_calls?: readonly Part[]
} & Part

export const projected = (drafts: readonly Draft[], id: TargetId) => {
  const target = targetOf(id)
  if (target === undefined) throw new Error(`no target ${id}`)
  const projection = project(record(...drafts), target, { objects: objectBytes })
  expect(errorsOf(projection)).toEqual([])
  return projection
}

export const body = (drafts: readonly Draft[], id: TargetId) => JSON.parse(projected(drafts, id).wire.text())
export const anthropic = (...drafts: readonly Draft[]): readonly Message[] =>
  body([header(), ...drafts], "anthropic").messages
export const chat = (id: TargetId, ...drafts: readonly Draft[]): readonly Chat[] =>
  body([header(), ...drafts], id).messages

export const types = (message: Message | undefined): readonly unknown[] =>
  (message?.content ?? []).map(({ type }) => type)
export const ids = (message: Message | undefined): readonly unknown[] =>
  (message?.content ?? []).flatMap(({ id, tool_use_id: of }) => id ?? of ?? [])
export const callsOf = (message: Chat | undefined) =>
  (message?.tool_calls ?? []) as readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[] // our own wire's shape
