import type { Block } from "#lib/record/block.ts"
import type { Entry, EntryOf, Seq } from "#lib/record/entry.ts"
import { type RequestReading, signsOf, type Turn } from "../requests/read.ts"

/** What is known of the answer to a request: the provider's own id of it. */
type Answered = { readonly responseId?: string }

type Message = EntryOf<"message">

const blocksOf = (turns: readonly Turn[]): readonly Block[] =>
  turns.flatMap(({ bodies }) => bodies.flatMap((body) => (body.kind === "message" ? body.blocks : [])))

const textsOf = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap((block) => (block.kind === "text" && block.text.trim() !== "" ? [block.text.trim()] : []))

const resultsOf = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap((block) => (block.kind === "tool-result" && block.callId !== "" ? [block.callId] : []))

const isAgent = (message: Message): boolean => message.speaker.kind === "agent"

/** Names of one model, with and without its date. */
const sameModel = (a: string | undefined, b: string | undefined): boolean =>
  a === undefined || b === undefined || a === b || a.startsWith(`${b}-`) || b.startsWith(`${a}-`)

/** Whether the agent answered this request with that message, as far as both sides say. */
const answers = (
  message: Message | undefined,
  model: string | undefined,
  { responseId }: Answered,
): boolean => {
  if (message === undefined) return true
  const { responseId: own, maker } = message
  if (responseId !== undefined && own !== undefined && responseId !== own) return false
  return sameModel(maker?.model, model)
}

/** The entry that the results or texts at a request's end stand in; undefined where the record has none such. */
const endOf = (
  said: readonly Message[],
  asked: {
    readonly results: readonly string[]
    readonly texts: readonly string[]
    readonly sign: string | undefined
  },
): Message | undefined => {
  const { results, texts, sign } = asked
  if (results.length > 0) {
    const found = results.map((id) => said.findLast(({ blocks }) => resultsOf(blocks).includes(id)))
    if (found.some((message) => message === undefined)) return undefined
    return found.reduce(
      (last, message) => ((message?.seq ?? 0) > (last?.seq ?? 0) ? message : last),
      undefined,
    )
  }
  let before: string | undefined
  let own: Message | undefined
  for (const message of said) {
    if (isAgent(message)) before = signsOf(message.blocks).at(-1) ?? before
    const isHere = !isAgent(message) && textsOf(message.blocks).some((text) => texts.includes(text))
    if (isHere && before === sign) own ??= message
  }
  return own
}

/**
 * Finds what of a record a captured request rests on: the last entry before the agent's answer to it. The answer's own
 * id decides where both have it; else the tool results, or the words of others after the same words of the agent's, that
 * stand at the request's end. Undefined: the request is none of this record's.
 */
export const placesIn = (
  entries: readonly Entry[],
): ((reading: RequestReading, answered: Answered) => Seq | undefined) => {
  const said = entries.flatMap((entry) =>
    entry.kind === "message" && entry.audience !== "surface" ? [entry] : [],
  )
  const head = entries.length
  /** From the end of what was asked up to the answer, or to what was said later and is not in the request. */
  const upTo = (end: Message, texts: readonly string[]): { readonly seq: Seq; readonly next?: Message } => {
    for (const message of said) {
      if (message.seq <= end.seq) continue
      if (isAgent(message)) return { seq: message.seq - 1, next: message }
      const isLater =
        message.speaker.kind === "human" && !textsOf(message.blocks).every((text) => texts.includes(text))
      if (isLater) return { seq: message.seq - 1 }
    }
    return { seq: head }
  }
  return ({ turns, model }, answered) => {
    const { responseId } = answered
    const own = responseId === undefined ? undefined : said.find((one) => one.responseId === responseId)
    if (own !== undefined) return own.seq - 1
    const last = turns.findLastIndex((turn) => turn.isAgent)
    const blocks = blocksOf(turns.slice(last + 1))
    const texts = textsOf(blocks)
    const end = endOf(said, { results: resultsOf(blocks), texts, sign: turns[last]?.signs.at(-1) })
    if (end === undefined) return undefined
    const { seq, next } = upTo(end, texts)
    return answers(next, model, answered) ? seq : undefined
  }
}
