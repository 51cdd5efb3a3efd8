/**
 * The grammar of prior turns, read strictly: whatever stands between two tags is text, and nothing else may stand where
 * a tag is due. Offsets are UTF-16 units of the one text.
 */
export type Span = { readonly from: number; readonly to: number }

export type ReplayCall = {
  readonly name: string
  /** From `<call` up to the answer. */
  readonly declared: Span
  readonly input: Span
  /** From `<answer>` to the end of `</call>`. */
  readonly answered: Span
  readonly answer: Span
}

export type ReplayTurn = {
  readonly speaker: string
  readonly kind: string | undefined
  readonly whole: Span
  readonly text: Span | undefined
  readonly calls: readonly ReplayCall[]
}

export type Replay = {
  readonly turns: readonly ReplayTurn[]
  /** What stands behind the prior turns; all of the text where there are none. */
  readonly rest: Span
}

const tag =
  /<prior_turns>|<\/prior_turns>|<turn speaker="|<\/turn>|<call tool="|<\/call>|<input>|<\/input>|<answer>|<\/answer>/g

/** Where the next of the ten tags begins. */
const nextTag = (text: string, from: number): number => {
  tag.lastIndex = from
  const found = tag.exec(text)
  if (found === null) throw new Error(`no tag behind ${from}`)
  return found.index
}

const opening = /<turn speaker="(user|assistant|system)"(?: kind="([a-z]+)")?>\n/y
const calling = /<call tool="([A-Za-z0-9_.:-]+)">\n<input>/y

const match = (pattern: RegExp, text: string, at: number): RegExpExecArray | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

/** Skips words that are due; throws where others stand. */
const due = (text: string, at: number, words: string): number => {
  if (!text.startsWith(words, at))
    throw new Error(`${JSON.stringify(words)} is due at ${at}: ${JSON.stringify(text.slice(at, at + 60))}`)
  return at + words.length
}

const readCall = (text: string, from: number): ReplayCall => {
  const open = match(calling, text, from)
  if (open === undefined)
    throw new Error(`no call at ${from}: ${JSON.stringify(text.slice(from, from + 60))}`)
  const input = { from: from + open[0].length, to: nextTag(text, from + open[0].length) }
  const declared = { from, to: due(text, input.to, "</input>\n") }
  const answerFrom = due(text, declared.to, "<answer>")
  const answer = { from: answerFrom, to: nextTag(text, answerFrom) }
  const answered = { from: declared.to, to: due(text, answer.to, "</answer>\n</call>\n") }
  return { name: open[1] ?? "", declared, input, answered, answer }
}

const readTurn = (text: string, from: number): ReplayTurn => {
  const open = match(opening, text, from)
  if (open === undefined)
    throw new Error(`no turn at ${from}: ${JSON.stringify(text.slice(from, from + 60))}`)
  let at = from + open[0].length
  const first = nextTag(text, at)
  const said = first > at ? { from: at, to: first - 1 } : undefined
  if (said !== undefined) at = due(text, said.to, "\n")
  const calls: ReplayCall[] = []
  while (text.startsWith("<call", at)) {
    const call = readCall(text, at)
    calls.push(call)
    at = call.answered.to
  }
  const to = due(text, at, "</turn>\n")
  if (said === undefined && calls.length === 0) throw new Error(`an empty turn at ${from}`)
  return { speaker: open[1] ?? "", kind: open[2], whole: { from, to }, text: said, calls }
}

/** Reads the text of a body of prior turns; throws where it is not as the grammar has it. */
export const readReplay = (text: string): Replay => {
  if (!text.startsWith("<prior_turns>\n")) return { turns: [], rest: { from: 0, to: text.length } }
  let at = "<prior_turns>\n".length
  const turns: ReplayTurn[] = []
  while (!text.startsWith("</prior_turns>", at)) {
    const turn = readTurn(text, at)
    turns.push(turn)
    at = turn.whole.to
  }
  const from = due(text, at, "</prior_turns>\n")
  tag.lastIndex = from
  const forged = tag.exec(text)
  if (forged !== null) throw new Error(`a tag behind the prior turns, at ${forged.index}`)
  return { turns, rest: { from, to: text.length } }
}
