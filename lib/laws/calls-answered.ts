import type { Crossing } from "#lib/wire/crossing.ts"
import type { Broken, Law, Seen } from "./law.ts"
import type { NaiveCall, NaiveResult } from "./naive-rounds.ts"
import type { WireCall, WireResult } from "./shape.ts"
import type { Node } from "./tree.ts"

const id = "calls-answered"
const broken = (at: string, says: string): Broken => ({ law: id, at, says })

type Asked = { readonly message: number; readonly call: WireCall }
type Answered = { readonly message: number; readonly result: WireResult }

const asked = (seen: Seen): readonly Asked[] =>
  seen.messages.flatMap((message, index) =>
    seen.shape.calls(message).map((call) => ({ message: index, call })),
  )
const answers = (seen: Seen): readonly Answered[] =>
  seen.messages.flatMap((message, index) =>
    seen.shape.results(message).map((result) => ({ message: index, result })),
  )

/** Where what stands behind a reply begins: behind its message, or behind all items of the assistant's. */
const behindReply = ({ messages, shape }: Seen, message: number): number => {
  let index = message + 1
  if (shape.items !== true) return index
  for (
    let item = messages[index];
    item !== undefined && shape.voice(item) === "assistant";
    item = messages[index]
  )
    index++
  return index
}

/** The messages in which a call's answer may stand: the run of tool messages behind it, or the next message. */
const room = (seen: Seen, { message, call }: Asked): readonly number[] => {
  if (call.server) return [message]
  const found: number[] = []
  for (let index = behindReply(seen, message); index < seen.messages.length; index++) {
    const next = seen.messages[index] as Node // an index within bounds
    if (found.length > 0 && seen.shape.voice(next) !== "tool") return found
    if (seen.shape.voice(next) !== "tool" && seen.shape.results(next).length === 0) return found
    found.push(index)
  }
  return found
}

/** Each call of the wire has one answer, where the dialect wants it; each answer has its call; ids are its own. */
const paired = (seen: Seen): readonly Broken[] => {
  const [calls, results] = [asked(seen), answers(seen)]
  const found: Broken[] = []
  const ids = new Set<string>()
  const taken = new Set<Node>()
  for (const one of calls) {
    if (one.call.id === "") found.push(broken(one.call.node.pointer, "has an empty id"))
    if (ids.has(one.call.id)) found.push(broken(one.call.node.pointer, `repeats the id ${one.call.id}`))
    ids.add(one.call.id)
    const where = room(seen, one)
    const own = results.filter(
      ({ message, result }) =>
        result.id === one.call.id &&
        where.includes(message) &&
        (one.call.server ? result.node.start > one.call.node.start : result.leads),
    )
    if (own.length !== 1) found.push(broken(one.call.node.pointer, `has ${own.length} answers behind it`))
    for (const { result } of own) taken.add(result.node)
  }
  for (const { result } of results)
    if (!taken.has(result.node)) found.push(broken(result.node.pointer, "answers no call before it"))
  return found
}

const own = (seen: Seen, node: Node): Crossing | undefined =>
  seen.claims.get(node.pointer)?.find(({ crossing }) => crossing.at[0]?.pointer === node.pointer)?.crossing ??
  seen.claims.get(node.pointer)?.[0]?.crossing

/** What answers a call in the wire is what the rounds, folded by hand, say. */
const asFolded = (seen: Seen, call: NaiveCall): readonly Broken[] => {
  const crossing = seen.byBlock.get(call.block)?.[0]
  const place = crossing?.at[0]?.pointer
  if (crossing === undefined || place === undefined) return dropped(seen, call, crossing)
  const there = asked(seen).find((item) => item.call.node.pointer === place)
  if (there === undefined) return [broken(call.block, `crosses at ${place}, which is no call`)]
  const answer = answers(seen).find((item) => item.result.id === there.call.id)
  const by = answer === undefined ? undefined : own(seen, answer.result.node)
  const wanted = call.result ?? (call.outside === true ? "result-outside" : "call-unanswered")
  const source = by?.from !== undefined && "block" in by.from ? by.from.block : by?.reason
  return source === wanted ? [] : [broken(call.block, `is answered by ${source}, and by hand by ${wanted}`)]
}

/** A call of the line is left out only as a server's own that never ended, or by a limit. */
const dropped = (seen: Seen, call: NaiveCall, crossing: Crossing | undefined): readonly Broken[] => {
  if (crossing?.reason === "call-limit" && seen.options.lastCalls !== undefined) return []
  if (crossing?.reason === "server-call-unfinished" && call.server && call.result === undefined) return []
  return [broken(call.block, `is left out as ${crossing?.reason}`)]
}

const fate = (seen: Seen, result: NaiveResult): readonly Broken[] => {
  const crossing = seen.byBlock.get(result.block)?.[0]
  const reason = crossing?.reason
  const is = reason === "result-duplicate" ? "duplicate" : reason === "result-orphan" ? "orphan" : "bound"
  if (is === result.fate) return []
  return [broken(result.block, `is ${is}, and by hand ${result.fate}`)]
}

/** A call's id is of the form the row takes, and its own wherever that is so and no earlier call of the wire has it. */
const ids = (seen: Seen): readonly Broken[] => {
  if (seen.shape.noIds === true) return []
  const { most } = seen.target.ids
  const pattern = new RegExp(seen.target.ids.pattern, "u")
  const fits = (text: string): boolean => text.length <= most && pattern.test(text) && text.isWellFormed()
  const byPlace = new Map(
    seen.rounds.calls.map((call) => [seen.byBlock.get(call.block)?.[0]?.at[0]?.pointer, call] as const),
  )
  const earlier = new Set<string>()
  return asked(seen).flatMap(({ call }) => {
    const stored = byPlace.get(call.node.pointer)
    const native = stored !== undefined && seen.byBlock.get(stored.block)?.[0]?.facts?.native !== undefined
    const kept = stored !== undefined && fits(stored.callId) && !earlier.has(stored.callId)
    earlier.add(call.id)
    if (!fits(call.id))
      return [broken(call.node.pointer, `has the id ${JSON.stringify(call.id)}, which the target refuses`)]
    if (kept && !native && call.id !== stored.callId)
      return [broken(stored.block, `has the id ${call.id} and could keep its own`)]
    return []
  })
}

/** Law 7, and which result answers which call. */
export const callsAnswered: Law = {
  id,
  says: "Each call is answered once, where the dialect wants it, by its own result or by one that is made.",
  check: (seen) => [
    ...paired(seen),
    ...ids(seen),
    ...seen.rounds.calls.flatMap((call) => asFolded(seen, call)),
    ...seen.rounds.results.flatMap((result) => fate(seen, result)),
  ],
}
