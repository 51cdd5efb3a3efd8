import type { Message } from "#lib/record/entry.ts"
import type { Reason } from "#lib/wire/reason.ts"
import type { Broken, Law, Seen } from "./law.ts"
import { parentOf } from "./naive.ts"
import { blockAt } from "./naive-rounds.ts"
import { messageOf } from "./seen.ts"
import { crosses, isShown, saidSince, sinceReply } from "./since.ts"
import type { Node } from "./tree.ts"

const id = "made-when-due"
const broken = (at: string, says: string): Broken => ({ law: id, at, says })

const madeAs = (seen: Seen, reason: Reason): readonly number[] =>
  seen.crossings.flatMap((crossing) => {
    const index = messageOf(crossing)
    return crossing.reason === reason && index !== undefined ? [index] : []
  })

const voices = (seen: Seen, messages: readonly Node[]): readonly string[] =>
  messages.map((message) => seen.shape.voice(message))

/** In prior turns a made line stands where nothing was said behind the newest reply; it says whether answers stand there. */
const lastLine = (seen: Seen): readonly Broken[] => {
  const due = saidSince(seen) ? 0 : 1
  const answered = voices(seen, seen.messages).at(-2) === "tool"
  return (["awaiting-user", "continue-replay"] as const).flatMap((reason) => {
    const count = madeAs(seen, reason).length
    const wanted = (reason === "continue-replay") === answered ? due : 0
    return count === wanted ? [] : [broken(reason, `is made ${count} times, and ${wanted} times due`)]
  })
}

/** A made last turn: where the wire would end without a user or tool message, or hold no user. */
const lastTurn = (seen: Seen): readonly Broken[] => {
  if (seen.shape.unsettled === true) return lastLine(seen)
  const made = madeAs(seen, "awaiting-user")
  const rest = voices(
    seen,
    seen.messages.filter((_, index) => !made.includes(index)),
  )
  const last = rest.at(-1)
  const due = (last !== "user" && last !== "tool") || !rest.includes("user")
  if (made.length !== (due ? 1 : 0))
    return [broken("awaiting-user", `is made ${made.length} times, and is ${due ? "" : "not "}due`)]
  return made.some((index) => index !== seen.messages.length - 1)
    ? [broken("awaiting-user", "is made, and not last")]
    : []
}

/** A made first turn: directly before the first assistant message that no user message precedes, on rows that want one. */
const firstTurn = (seen: Seen): readonly Broken[] => {
  const made = madeAs(seen, "first-user")
  const all = voices(seen, seen.messages)
  const assistant = all.indexOf("assistant")
  const due =
    seen.target.firstUser &&
    assistant >= 0 &&
    !all.slice(0, assistant).some((voice, index) => voice === "user" && !made.includes(index))
  if (made.length !== (due ? 1 : 0))
    return [broken("first-user", `is made ${made.length} times, and is ${due ? "" : "not "}due`)]
  return made.some((index) => index !== assistant - 1)
    ? [broken("first-user", "is made, and not before the first reply")]
    : []
}

const isAgent = (message: Message): boolean =>
  message.role === "assistant" && message.speaker.kind === "agent"

/**
 * Messages of the line that have something in the wire that a voice must be named for: anything but results. A result
 * whose call is gone names itself, and its pictures stand behind its own words. Among prior turns a message that only
 * shows something has no words to name a voice for.
 */
const heard = (seen: Seen): readonly Message[] => {
  const apart = seen.shape.unsettled === true ? new Set(sinceReply(seen)) : undefined
  return seen.line.items.flatMap((item) => {
    const message = item.part === "message" ? seen.record.entries[item.seq - 1] : undefined
    if (message?.kind !== "message" || message.audience === "surface") return []
    const own = item.content.filter(
      (block) =>
        parentOf(seen.line.home(block)) === undefined &&
        blockAt(seen.record.entries, block).kind !== "tool-result" &&
        (apart === undefined || apart.has(item) || !isShown(seen, block)),
    )
    return own.some((block) => crosses(seen, block)) ? [message] : []
  })
}

/** Label lines: one for each message that no human and no agent speaks, none for any other; summaries have their own. */
const labels = (seen: Seen): readonly Broken[] => {
  const messages = heard(seen).filter((message) => !isAgent(message) && message.speaker.label !== "as-sent")
  const summaries = messages.filter(({ speaker }) => speaker.kind === "summary").length
  const labelled = messages.filter(
    ({ speaker }) => speaker.kind !== "human" && speaker.kind !== "summary",
  ).length
  const acting = seen.line.items.some(
    (item) =>
      item.part === "summary" &&
      item.content.some((block) => seen.byBlock.get(block)?.[0]?.how !== "dropped"),
  )
  const counts: readonly (readonly [Reason, number])[] = [
    ["label-line", labelled],
    ["summary-label", summaries + (acting ? 1 : 0)],
  ]
  return counts.flatMap(([reason, due]) => {
    const count =
      madeAs(seen, reason).length +
      seen.messages.filter((message) => seen.shape.label?.(message) === reason).length
    return count === due ? [] : [broken(reason, `is made ${count} times, and ${due} times due`)]
  })
}

/** Every field of the header in force is accounted for, and no other header's. */
const fields = (seen: Seen): readonly Broken[] => {
  const { header } = seen
  const paths = new Set<string>()
  for (const { from } of seen.crossings) {
    if (from === undefined || !("header" in from)) continue
    if (from.header !== header?.seq) return [broken(`header ${from.header}`, "is named, and is not in force")]
    paths.add(from.path)
  }
  if (header === undefined) return []
  const due = [
    ...(header.system === undefined ? [] : ["/system"]),
    ...(header.tools ?? []).map((_, index) => `/tools/${index}`),
    ...Object.keys(header.params).map((name) => `/params/${name}`),
  ]
  const has = (path: string) => [...paths].some((known) => known === path || known.startsWith(`${path}/`))
  return due
    .filter((path) => !has(path))
    .map((path) => broken(`header ${header.seq}${path}`, "has no crossing"))
}

/** What no entry said stands exactly where a rule asks for it. */
export const madeWhenDue: Law = {
  id,
  says: "Made turns and label lines stand where they are due and nowhere else; each field of the header has a crossing.",
  check: (seen) => [...lastTurn(seen), ...firstTurn(seen), ...labels(seen), ...fields(seen)],
}
