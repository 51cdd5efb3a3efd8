import { extend, type Projection, project } from "#lib/project.ts"
import type { Entry } from "#lib/record/entry.ts"
import { printLine } from "#lib/record/record.ts"
import { median, type Row, timed } from "./measure.ts"
import { knownTarget, objects } from "./projection.ts"
import { numbered, readEntries, type Session, session, sessionLines } from "./session.ts"

/** A conversation that goes on: its projection so far, and where its next turns come from. */
type Talk = { readonly from: Session; projection: Projection }

const begin = (messages: number): Talk => {
  const from = session(2)
  const entries = readEntries(sessionLines(messages, from))
  const projection = project({ entries }, knownTarget("anthropic"), { objects })
  projection.wire.digest()
  return { from, projection }
}

/** The next turn (question, call, result, answer), read anew. */
const nextTurn = ({ from, projection }: Talk): readonly Entry[] => {
  const drafts = from.turn(1).filter((draft) => draft.kind === "message")
  return readEntries(numbered(drafts, projection.asOf).map(printLine))
}

/** One turn more: new messages, their crossings, and the digest, which encodes the bytes behind the shared beginning. */
const turn = (talk: Talk): Promise<number> => {
  const entries = nextTurn(talk)
  return timed(() => {
    talk.projection = extend(talk.projection, entries)
    talk.projection.wire.digest()
  })
}

const check = ({ projection }: Talk): void => {
  const anew = project({ entries: projection.working.entries }, projection.target, { objects })
  if (anew.wire.digest() !== projection.wire.digest())
    throw new Error("An extended wire differs from a cold one.")
}

/** One turn at 10,000 messages against one turn at 1,000, turn by turn in pairs. */
export const extensionRow = async (turns = 60, warm = 20): Promise<Row> => {
  const [long, short] = [begin(10_000), begin(1_000)]
  const pairs: (readonly [number, number])[] = []
  for (let at = 0; at < turns + warm; at++) {
    if (at % 2 === 0) {
      const first = await turn(long)
      pairs.push([first, await turn(short)])
    } else {
      const first = await turn(short)
      pairs.push([await turn(long), first])
    }
  }
  check(long)
  check(short)
  const counted = pairs.slice(warm)
  const [slow, quick] = [median(counted.map(([one]) => one)), median(counted.map(([, other]) => other))]
  return {
    name: "extension-10000-to-1000",
    value: slow / quick,
    unit: "x",
    limit: 2,
    note: `${slow.toFixed(3)} ms against ${quick.toFixed(3)} ms a turn`,
  }
}
