import { targetOf } from "#lib/dialect/targets.ts"
import { projector } from "#lib/dialect/words.ts"
import { project } from "#lib/project.ts"
import { dispatchOf } from "#lib/sent/share.ts"
import { panel } from "#lib/sent/testing/panel.ts"
import { verifier } from "#lib/sent/verify.ts"
import { compare, type Row } from "./measure.ts"
import { knownTarget, objects } from "./projection.ts"
import { openingHeader, readEntries, session, sessionLines } from "./session.ts"

/** Proving one request of 10,000 messages from its record, digest included, against printing its body once. */
const verifyRow = async (repetitions = 11): Promise<Row> => {
  const lines = sessionLines(10_000, session(1))
  const target = knownTarget("anthropic")
  const { wire } = project({ entries: readEntries(lines) }, target, { objects })
  const [bytes, text] = [wire.bytes(), wire.text()]
  const through = lines.length
  const facts = {
    seq: through + 1,
    id: "s1",
    at: null,
    by: "crossing",
    target: target.id,
    projector,
    through,
  } as const
  const { entry } = dispatchOf(undefined, wire, facts)
  const { ratio, subject, baseline } = await compare(() => {
    const entries = readEntries(lines)
    const body: unknown = JSON.parse(text)
    return {
      subject: () => {
        const { is } = verifier({ entries, objects, targetOf })(entry, bytes)
        if (is !== "proved") throw new Error(`The request is not proved but ${is}.`)
      },
      baseline: () => JSON.stringify(body),
    }
  }, repetitions)
  return {
    name: "verify-to-stringify",
    value: ratio,
    unit: "x",
    limit: 5,
    note: `${(bytes.length / 1e6).toFixed(1)} MB, ${subject.toFixed(0)} ms against ${baseline.toFixed(0)} ms`,
  }
}

/** Bytes that are stored of every request of a session of 500 steps, against the last request's own. */
const storedRow = (steps = 500): Row => {
  const target = knownTarget("anthropic")
  const talk = panel(target, objects)
  const from = session(3)
  talk.log(openingHeader())
  while (talk.sent.length < steps)
    for (const draft of from.turn(20)) {
      if (draft.kind === "message" && draft.role === "assistant" && talk.sent.length < steps)
        talk.send({ policies: { cacheMarks: true } }) // as live requests to it are made
      talk.log(draft)
    }
  const stored = talk.sent.reduce((sum, { rest }) => sum + rest.length, 0)
  const last = talk.sent.at(-1)?.bytes.length ?? 0
  return {
    name: "stored-requests-to-last",
    value: stored / last,
    unit: "x",
    limit: 1.2,
    note: `${steps} requests, ${(stored / 1e6).toFixed(2)} MB stored, the last ${(last / 1e6).toFixed(2)} MB`,
  }
}

export const sentRows = async (): Promise<readonly Row[]> => [await verifyRow(), storedRow()]
