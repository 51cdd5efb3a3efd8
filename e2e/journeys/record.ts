import type { APIRequestContext } from "@playwright/test"
import { z } from "zod"
import type { DialectId } from "#lib/dialect/targets/row.ts"
import { targets } from "#lib/dialect/targets.ts"
import { lint } from "#lib/lint/lint.ts"
import { errorsOf } from "#lib/lint/of-projection.ts"
import { project } from "#lib/project.ts"
import type { Entry, Message } from "#lib/record/entry.ts"
import { parseLog } from "#lib/record/log.ts"
import type { FakeProvider } from "../fake/provider.ts"
import { expect } from "../fixture.ts"
import { targetFor } from "./cast.ts"

/** What the store holds of a conversation, read back as anybody would. */

const addressOf = (origin: string, id: string, rest: string): string =>
  `${origin}/v1/conversations/${encodeURIComponent(id)}/${rest}`

/** The entries of a record, of whose log every line fits. */
const entriesOf = async (
  request: APIRequestContext,
  origin: string,
  id: string,
): Promise<readonly Entry[]> => {
  const log = parseLog(await (await request.get(addressOf(origin, id, "log"))).text())
  if (!log.ok) throw new Error(`The log of ${id} is refused: ${JSON.stringify(log.problem)}`)
  return log.value.records[0]?.entries ?? []
}

export const repliesIn = (entries: readonly Entry[]): readonly Message[] =>
  entries.filter((entry): entry is Message => entry.kind === "message" && entry.role === "assistant")

const proof = z.object({ verdict: z.object({ is: z.string() }) })

/**
 * Holds a record against all that is promised of one: its log is valid, each of its requests is what the store rebuilds,
 * and its next one has nothing that any target would refuse. Gives its entries.
 */
export const holdsUp = async (
  request: APIRequestContext,
  origin: string,
  id: string,
): Promise<readonly Entry[]> => {
  const entries = await entriesOf(request, origin, id)
  for (const { kind, seq } of entries) {
    if (kind !== "sent") continue
    const answer = await request.get(addressOf(origin, id, `requests/${seq}/verify`))
    expect(proof.parse(await answer.json()).verdict.is, `request ${seq}`).toBe("proved")
  }
  for (const target of targets)
    expect(errorsOf(project({ entries }, target, { objects: () => undefined })), target.id).toEqual([])
  return entries
}

/** What arrived at a provider, newest last; none of it is what the lint would have it refuse. */
export const arrivedClean = ({ received }: FakeProvider, dialect: DialectId, newest: number): void => {
  const last = received.slice(-newest)
  expect(last).toHaveLength(newest)
  for (const { body } of last) {
    const findings = lint(Buffer.from(body).toString(), targetFor(dialect))
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([])
  }
}
