import type { Target } from "#lib/dialect/targets.ts"
import { projector } from "#lib/dialect/words.ts"
import { type Options, project } from "#lib/project.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import type { Draft } from "#lib/record/build.ts"
import type { Entry, Seq } from "#lib/record/entry.ts"
import { headerAt, type Known, type Sent } from "../rebuild.ts"
import { type Dispatch, dispatchOf, type SentFacts } from "../share.ts"

/** One request that was logged: its entry, what is stored of it, and all of its bytes. */
export type Logged = Dispatch & { readonly bytes: Uint8Array }

type Sending = {
  readonly target?: Target
  readonly policies?: NonNullable<Sent["policies"]>
  readonly facts?: Partial<SentFacts>
}

/** Logs what a live turn logs, for tests: what was said, and each request as it is sent. */
export const panel = (target: Target, objects: Options["objects"] = objectBytes) => {
  const entries: Entry[] = []
  const sent: Logged[] = []
  let at = Date.UTC(2026, 10, 30, 12)

  const log = (...drafts: readonly Draft[]): void => {
    for (const draft of drafts) {
      const seq = entries.length + 1
      entries.push({ seq, id: `e${seq}`, at: new Date(at).toISOString(), ...draft } as Entry) // the draft's own kind and fields
    }
  }

  const request = (facts: SentFacts, bytes: Uint8Array, digest: () => string): Logged => {
    const dispatch = dispatchOf(sent.at(-1)?.bytes, { bytes: () => bytes, digest }, facts)
    entries.push(dispatch.entry)
    const logged = { ...dispatch, bytes }
    sent.push(logged)
    return logged
  }

  /** Sends what the record holds now. */
  const send = ({ target: to = target, policies, facts = {} }: Sending = {}): Logged => {
    const step = sent.length + 1
    log({ kind: "step", step, phase: "start" })
    const { wire } = project({ entries }, to, { objects, ...policies })
    const header = headerAt(entries, entries.length)?.seq
    const own: SentFacts = {
      ...next(),
      by: "crossing",
      proved: true,
      step,
      target: to.id,
      projector,
      through: entries.length,
      ...(header === undefined ? {} : { header }),
      ...(policies === undefined ? {} : { policies }),
      ...facts,
    }
    return request(own, wire.bytes(), wire.digest)
  }

  const next = (): { readonly seq: Seq; readonly id: string; readonly at: string } => ({
    seq: entries.length + 1,
    id: `e${entries.length + 1}`,
    at: new Date(at).toISOString(),
  })

  return {
    log,
    send,
    /** Logs another program's request. */
    capture: (bytes: Uint8Array, digest: string): Logged =>
      request({ ...next(), by: "capture" }, bytes, () => digest),
    wait: (milliseconds: number): void => {
      at += milliseconds
    },
    entries: entries as readonly Entry[],
    sent: sent as readonly Logged[],
    known: (targetOf: Known["targetOf"]): Known => ({ entries, objects, targetOf }),
  }
}
