import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { claimRecord } from "#db/claims.ts"
import { putInput } from "#db/inputs.ts"
import { createRecord } from "#db/records.ts"
import { readSent } from "#db/sent.ts"
import { type Ear, listen } from "#db/signals.ts"
import { must, openTestStore, type TestStore, testHeader } from "#db/test-store.ts"
import { type FakeProvider, fakeProvider, type Move } from "#e2e/fake/provider.ts"
import { calling, silent, spoken } from "#e2e/fake/scenes.ts"
import { type Target, targets } from "#lib/dialect/targets.ts"
import { errorsOf } from "#lib/lint/of-projection.ts"
import { project } from "#lib/project.ts"
import type { Entry } from "#lib/record/entry.ts"
import { refused } from "#lib/record/problem.ts"
import { parseEntry } from "#lib/record/record.ts"
import { admissionOf, principalNow, runningNow } from "../principal.ts"
import { openToolbox, type Toolbox } from "../tools/toolbox.ts"
import { askProvider } from "../transport/ask.ts"
import { printInput } from "./input.ts"
import { runTurn } from "./turn.ts"
import type { Work } from "./work.ts"
import { openWriter } from "./writer.ts"

let store: TestStore
let ear: Ear
let toolbox: Toolbox
beforeAll(async () => {
  store = await openTestStore()
  ear = await listen(store.db.sql)
  toolbox = openToolbox({ config: { servers: [], policies: {}, timeoutSeconds: 30 }, db: store.db })
})
afterAll(async () => {
  await toolbox.close()
  await ear.close()
  await store.close()
})

/** A row of each dialect. */
const rows = [...new Map(targets.toReversed().map((target) => [target.dialect, target])).values()].map(
  (target) => [target.dialect, target] as const,
)

type Played = {
  readonly record: string
  readonly entries: readonly Entry[]
  readonly provider: FakeProvider
}

const quick = { firstByte: 5_000, betweenBytes: 500, tries: 3 }

/**
 * One turn with a provider that makes these moves. `stopAt`: the turn is stopped when so many deltas have come; 0: when
 * the first reply has come whole.
 */
const played = async (
  target: Target,
  moves: readonly Move[],
  stopAt = Number.POSITIVE_INFINITY,
): Promise<Played> => {
  const provider = await fakeProvider(target.dialect, moves, target.id.length)
  const record = must(await createRecord(store.db, testHeader()))
  expect(await claimRecord(store.db, record)).toBe(true)
  const said = {
    speaker: { kind: "human" as const },
    blocks: [{ kind: "text" as const, text: "Look at both." }],
  }
  await putInput(store.db, record, { id: "i1", json: printInput(said) })
  const stop = new AbortController()
  let came = 0
  const work: Work = {
    db: store.db,
    ear,
    writer: await openWriter(store.db, record),
    addressee: {
      target,
      named: { provider: target.provider, dialect: target.dialect, model: "fake-1" },
      params: { maxTokens: 4096 },
      exchange: async (body, { onDelta, ...options }) => {
        const answer = await askProvider(
          { target: { ...target, url: provider.at(target.url) }, model: "fake-1", body, key: "k" },
          {
            ...options,
            limits: quick,
            wait: () => Promise.resolve(),
            onDelta: (delta) => {
              onDelta?.(delta)
              came += 1
              if (came === stopAt) stop.abort()
            },
          },
        )
        if (stopAt === 0) stop.abort()
        return answer
      },
    },
    toolbox,
    panel: { say: () => Promise.resolve(refused("model-unchosen")), stop: () => Promise.resolve() },
    principal: (before) => principalNow(admissionOf({}), runningNow(), before),
    stop: stop.signal,
  }
  expect(await runTurn(work)).toBe(true)
  await provider.close()
  return { record, entries: work.writer.entries, provider }
}

/** What an entry is, in short. */
const word = (entry: Entry): string => {
  if (entry.kind === "turn" || entry.kind === "step") return `${entry.kind} ${entry.outcome ?? entry.phase}`
  if (entry.kind === "message") return entry.role
  return entry.kind
}

const words = ({ entries }: Played): readonly string[] => entries.map(word)

/** Every entry is valid, and the next request would be taken by every target. */
const isSound = ({ entries }: Played): void => {
  for (const entry of entries) expect(parseEntry(entry)).toMatchObject({ ok: true })
  for (const target of targets)
    expect(errorsOf(project({ entries }, target, { objects: () => undefined })), target.id).toEqual([])
}

describe.each(rows)("a turn in dialect %s", (_, target) => {
  test("thinks, calls two tools at once, reads their results and answers", async () => {
    const turn = await played(target, [
      { does: "stream", scene: calling },
      { does: "stream", scene: spoken },
    ])
    expect(words(turn).filter((each) => each !== "permission")).toEqual([
      ...["turn start", "user", "header", "step start", "sent", "assistant", "step done"],
      ...["tool", "tool", "step start", "sent", "assistant", "step done", "turn done"],
    ])
    const sent = turn.entries.filter((entry) => entry.kind === "sent")
    const stored = await Promise.all(sent.map(({ seq }) => readSent(store.db, turn.record, seq)))
    expect(turn.provider.received.map(({ body }) => Buffer.from(body))).toEqual(
      stored.map(must).map(Buffer.from),
    )
    isSound(turn)
  })

  test("that is stopped in the middle of a reply keeps what had arrived", async () => {
    const turn = await played(target, [{ does: "hang", scene: calling, frames: 12 }], 4)
    expect(words(turn).slice(-3)).toEqual(["assistant", "step stopped", "turn stopped"])
    isSound(turn)
  })

  test("that is stopped when the reply had just come whole runs none of its calls", async () => {
    const turn = await played(target, [{ does: "stream", scene: calling }], 0)
    expect(words(turn).slice(-3)).toEqual(["assistant", "step done", "turn stopped"])
    isSound(turn)
  })

  test("that fails in the middle keeps what had arrived, in the provider's words", async () => {
    const fail: Move = {
      does: "fail",
      scene: spoken,
      frames: 3,
      kind: "overloadedException",
      message: "too many at once",
    }
    const turn = await played(target, [fail])
    const end = turn.entries.at(-1)
    expect(end).toMatchObject({ kind: "turn", outcome: "error" })
    expect(end?.kind === "turn" ? end.error?.message : "").toContain("too many at once")
    isSound(turn)
  })

  test("is tried again after a 429, and each try that failed is logged", async () => {
    const refuse: Move = {
      does: "refuse",
      status: 429,
      body: '{"error":{"message":"slow down"}}',
      headers: { "retry-after": "0" },
    }
    const turn = await played(target, [refuse, { does: "stream", scene: spoken }])
    expect(words(turn)).toEqual([
      "turn start",
      "user",
      "header",
      "step start",
      "sent",
      "attempt",
      "assistant",
      "step done",
      "turn done",
    ])
    isSound(turn)
  })

  test("whose reply says nothing is an error and no finished turn", async () => {
    const turn = await played(target, [{ does: "stream", scene: silent }])
    expect(turn.entries.at(-1)).toMatchObject({ outcome: "error", error: { kind: "empty-reply" } })
    isSound(turn)
  })
})
