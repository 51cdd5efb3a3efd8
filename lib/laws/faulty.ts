import { createHash } from "node:crypto"
import { extend, type Projection, project } from "#lib/project.ts"
import type { BlockId } from "#lib/record/block.ts"
import {
  agent,
  answer,
  call,
  type Draft,
  header,
  reasoning,
  result,
  rewind,
  text,
  tools,
  user,
} from "#lib/record/build.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import type { Subject } from "./law.ts"

/** Projections with mistakes in them, to show that a law notices. */

/** The conversation that the mistakes are made in. */
export const drafts: readonly Draft[] = [
  header({
    system: "be brief",
    principal: {
      agent: "a7",
      account: "acct7",
      uid: 7,
      expectedAccount: "acct7",
      mode: "resident",
      node: "n7",
      drift: false,
    },
  }),
  user("hi"),
  agent([
    reasoning("hm", "sig"),
    text("let me look"),
    call("c1", "bash", '{"n":12345678901234567890}'),
    call("c2"),
  ]),
  tools(answer("c1", "one"), answer("c2", "two")),
  agent("done"),
  user("wrong turn"),
  rewind(5),
  user("go on"),
  agent([call("c3")]),
  result("c3", "three"),
]

/** A projection with another text or other crossings, as a faulty one would give. */
export const faked = (projection: Projection, body: string, crossings: readonly Crossing[]): Projection => {
  const bytes = new TextEncoder().encode(body)
  return {
    ...projection,
    wire: {
      length: body.length,
      text: () => body,
      bytes: () => bytes,
      beginning: (most) => bytes.subarray(0, most),
      rest: (from) => bytes.subarray(from),
      digest: () => createHash("sha256").update(bytes).digest("hex"),
      settled: { on: bytes, length: 0 },
    },
    crossings: { length: crossings.length, all: () => crossings },
  }
}

export type Change = (
  body: string,
  crossings: readonly Crossing[],
  through: number,
) => readonly [string, readonly Crossing[]]

/** A subject that makes the same mistake in every projection, cold and extended. */
export const faulty = (change: Change): Subject => {
  const spoilt = (projection: Projection): Projection =>
    faked(projection, ...change(projection.wire.text(), projection.crossings.all(), projection.asOf))
  return {
    project: (log, target, options) => spoilt(project(log, target, options)),
    extend: (projection, entries) => spoilt(extend({ ...projection }, entries)),
  }
}

export const of = (block: BlockId) => (crossing: Crossing) =>
  crossing.from !== undefined && "block" in crossing.from && crossing.from.block === block
export const swap =
  (from: string, to: string): Change =>
  (body, crossings) => [body.replace(from, to), crossings]
export const recast =
  (block: BlockId, to: (crossing: Crossing) => readonly Crossing[]): Change =>
  (body, crossings) => [
    body,
    crossings.flatMap((crossing) => (of(block)(crossing) ? to(crossing) : [crossing])),
  ]
