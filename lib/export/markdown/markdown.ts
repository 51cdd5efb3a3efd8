import type { OutReason } from "#lib/line/out.ts"
import type { Block, BlockId } from "#lib/record/block.ts"
import type { Entry, EntryOf, Header, Message } from "#lib/record/entry.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { entryLine } from "#lib/view/entry-line.ts"
import { titleOf } from "#lib/view/title.ts"
import { moment, plural, reasonSentence, speakerWords } from "#lib/view/words.ts"
import { type Omitted, omittedWords } from "../omitted.ts"
import { blockText, type ObjectSize } from "./block.ts"
import { type Standing, standingOf } from "./standing.ts"
import { fenced, folded, plain } from "./text.ts"

const outWords = (reason: OutReason): string =>
  `> Not in the line (\`${reason}\`): ${reasonSentence(reason)}\n`

const blockLines = (block: Block, id: BlockId, standing: Standing, sizeOf: ObjectSize): readonly string[] => {
  if (standing.shown.has(id)) return []
  const out = standing.out.get(id)
  const answer = standing.answers.get(id)
  return [
    ...(out === undefined ? [] : [outWords(out)]),
    blockText(block, sizeOf),
    ...(answer === undefined ? [] : [blockText(answer, sizeOf)]),
  ]
}

const headingOf = ({ seq, at, speaker, role, maker, derived }: Message): string => {
  const name = speaker.name === undefined ? undefined : plain(speaker.name)
  const label = speaker.label === undefined ? undefined : plain(speaker.label)
  const odd =
    speaker.kind === "agent" && role === "assistant"
      ? undefined
      : speaker.kind === "human" && role === "user"
        ? undefined
        : `role ${role}`
  const model = maker === undefined ? undefined : plain(maker.model)
  const facts = [speakerWords[speaker.kind], name, label, odd, model, derived ? "facts only" : undefined]
  const when = at === null ? "" : `, ${moment(at)}`
  return `## ${seq} · ${facts.filter((fact) => fact !== undefined).join(" · ")}${when}\n`
}

const messageLines = (entry: Message, standing: Standing, sizeOf: ObjectSize): readonly string[] => {
  const blocks = entry.blocks.flatMap((block, index) =>
    blockLines(block, `${entry.seq}.${index}`, standing, sizeOf),
  )
  return blocks.length === 0 && entry.blocks.length > 0 ? [] : [headingOf(entry), ...blocks]
}

const headerLines = (entry: Header): readonly string[] => {
  const params = JSON.stringify(entry.params)
  return [
    `*${entry.seq} · ${plain(entryLine(entry), 400)}*\n`,
    ...(params === "{}" ? [] : [folded("Parameters", fenced(params, "json"))]),
    ...(entry.system === undefined ? [] : [folded("System prompt", fenced(entry.system))]),
    ...(entry.tools ?? []).map(({ name, description, inputSchema }) =>
      folded(
        `Tool ${name}`,
        `${description === undefined ? "" : `${fenced(description)}\n`}${fenced(inputSchema, "json")}`,
      ),
    ),
  ]
}

const compactionLines = (entry: EntryOf<"compaction">, { out }: Standing): readonly string[] => {
  const reason = out.get(`${entry.seq}.0`)
  return [
    `## ${entry.seq} · ${plain(entryLine(entry), 400)}\n`,
    ...(reason === undefined ? [] : [outWords(reason)]),
    fenced(entry.summary),
  ]
}

const linesOf = (entry: Entry, standing: Standing, sizeOf: ObjectSize): readonly string[] => {
  if (entry.kind === "message") return messageLines(entry, standing, sizeOf)
  if (entry.kind === "header") return headerLines(entry)
  if (entry.kind === "compaction") return compactionLines(entry, standing)
  const told = `*${entry.seq} · ${plain(entryLine(entry), 400)}*\n`
  return entry.kind === "replacement"
    ? [told, ...blockLines(entry.with, `${entry.seq}.0`, standing, sizeOf)]
    : [told]
}

const facts = ({ header, entries }: RecordLog): string =>
  [
    `record ${plain(header.id, 200)}`,
    header.origin === undefined ? undefined : plain(header.origin.format),
    header.createdAt === null ? undefined : moment(header.createdAt),
    plural(entries.length, "entry", "entries"),
  ]
    .filter((fact) => fact !== undefined)
    .join(" · ")

/**
 * A conversation to read: who said what, reasoning folded, each call with its result; what is no longer in the line says
 * why. Every stored text stands in a fence or is escaped, so none of it is markup.
 */
export function* markdownText(record: RecordLog, sizeOf: ObjectSize, omitted: Omitted): Generator<string> {
  const left = omittedWords(omitted)
  yield `# ${plain(titleOf(record))}\n\nExported from Crossing · ${facts(record)}\n`
  if (left !== undefined) yield `\n**${plain(left, 400)}**\n`
  const standing = standingOf(record.entries)
  for (const entry of record.entries) for (const line of linesOf(entry, standing, sizeOf)) yield `\n${line}`
}
