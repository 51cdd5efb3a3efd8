import { createHash } from "node:crypto"
import fc from "fast-check"
import { expect, it } from "vitest"
import { type Target, targetOf, targets } from "#lib/dialect/targets.ts"
import { messageOf } from "#lib/laws/seen.ts"
import { isLeaf, type Node, readTree } from "#lib/laws/tree.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import { anyRecord } from "#lib/record/arbitrary/record.ts"
import type { Entry, Message } from "#lib/record/entry.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import { bodyOf } from "./body.ts"
import type { CutCause } from "./cause.ts"
import { type Prefix, prefixOf, type Request } from "./prefix.ts"
import { headerAt, rebuild, type Sent } from "./rebuild.ts"
import { tailOf } from "./tail.ts"

/** The requests of a record that grew, at each of its entries; every cause is held against the entries themselves. */

const histories = new Set(["messages", "input", "contents"])

const requestAt = (entries: readonly Entry[], target: Target, through: number) => {
  const { wire, model, crossings } = rebuild({ entries, objects: objectBytes }, { target, through })
  const bytes = wire.bytes()
  const sent: Sent = {
    seq: through + 1,
    id: `s${through}`,
    at: null,
    kind: "sent",
    by: "crossing",
    length: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    shared: 0,
    target: target.id,
    projector: 1,
    through,
  }
  return { request: { sent, bytes } satisfies Request, text: wire.text(), model, crossings: crossings.all() }
}

const lastOf = (node: Node): Node => {
  const last = node.children.at(-1)
  return last === undefined ? node : lastOf(last)
}

/** Whether a body goes on behind another's last value, byte for byte. */
const extendsByBytes = (before: string, now: string): boolean => {
  const last = lastOf(readTree(before).root)
  const quote = last.kind === "string" ? 1 : 0
  if (quote === 0 && isLeaf(last)) return false
  return now.startsWith(before.slice(0, last.end - quote))
}

/** How much of a body must stand still for it to be extended: all before its last message that is not only made, or earlier turns. */
const mustStand = (text: string, crossings: readonly Crossing[], target: Target): string => {
  const replayed = target.dialect === "prior-turns" ? text.lastIndexOf("</prior_turns>") : -1
  if (replayed >= 0)
    return text.slice(0, Math.min(replayed, tailOf(bodyOf(Buffer.from(text)), crossings, "messages")))
  const stored = crossings.flatMap((crossing) => (crossing.how === "made" ? [] : (messageOf(crossing) ?? [])))
  const last = Math.max(-1, ...stored)
  const messages = readTree(text).root.children.find(({ key }) => key !== undefined && histories.has(key))
  return text.slice(0, messages?.children[last]?.start ?? 0)
}

const json = (value: unknown): string => JSON.stringify(value ?? null)

const holdsResult = (message: Message): boolean => message.blocks.some(({ kind }) => kind === "tool-result")

/** What is wrong with a cause, by the entries alone; undefined where nothing is. */
const wrong = (
  entries: readonly Entry[],
  [a, b]: readonly [number, number],
  { cause, seq }: { readonly cause: CutCause; readonly seq?: number },
  target: Target,
  models: readonly string[],
): string | undefined => {
  const entry = entries[(seq ?? 0) - 1]
  if (seq !== undefined && (seq <= a || seq > b)) return `${seq} is not between ${a} and ${b}`
  const between = entry === undefined ? entries.slice(a, b) : [entry]
  const [before, now] = [headerAt(entries, a), headerAt(entries, b)]
  const differs = (one: unknown, other: unknown) => (json(one) === json(other) ? "is the same" : undefined)
  switch (cause) {
    case "compaction":
    case "replacement":
    case "undo":
    case "rewind":
      return entry?.kind === cause ? undefined : `is ${entry?.kind}`
    case "system":
      return differs(before?.system, now?.system)
    case "principal":
      return differs(before?.principal, now?.principal)
    case "tools":
      return target.declares || entry?.kind === "header" ? undefined : "no header"
    case "params":
      return differs([before?.params, before?.target], [now?.params, now?.target])
    case "target":
      return differs(models[0], models[1])
    case "late-result":
      return between.some((each) => each.kind === "message" && holdsResult(each)) ? undefined : "no result"
    case "re-rendered":
      return undefined
    case "unknown":
      return undefined
    case "time-to-live":
      return "cuts nothing"
  }
}

it("random records that grew: an extension wherever the bytes extend, and never a wrong cause", {
  timeout: 300_000,
}, () => {
  const told = new Map<string, number>()
  const note = (what: string) => told.set(what, (told.get(what) ?? 0) + 1)
  fc.assert(
    fc.property(anyRecord(12), fc.nat(), fc.nat(3), ({ entries }, from, span) => {
      const a = from % (entries.length + 1)
      const b = Math.min(entries.length, a + 1 + span)
      const known = { entries, objects: objectBytes, targetOf }
      for (const target of targets) {
        const [before, now] = [requestAt(entries, target, a), requestAt(entries, target, b)]
        const { outcome, cut }: Prefix = prefixOf(known, before.request, now.request)
        const extended = before.model === now.model && extendsByBytes(before.text, now.text)
        if (extended) expect([target.id, outcome, cut]).toEqual([target.id, "extension", undefined])
        if (cut === undefined)
          expect(now.text.startsWith(mustStand(before.text, before.crossings, target)), target.id).toBe(true)
        note(cut?.cause ?? outcome)
        if (cut === undefined) continue
        expect([target.id, cut, wrong(entries, [a, b], cut, target, [before.model, now.model])]).toEqual([
          target.id,
          cut,
          undefined,
        ])
      }
    }),
    { numRuns: 200, seed: 20261130 },
  )
  const all = [...told.values()].reduce((sum, count) => sum + count, 0)
  for (const cause of ["extension", "system", "compaction", "rewind", "undo", "late-result", "target"])
    expect([cause, (told.get(cause) ?? 0) > 0]).toEqual([cause, true])
  expect((told.get("unknown") ?? 0) / all, JSON.stringify([...told])).toBeLessThan(0.05)
})
