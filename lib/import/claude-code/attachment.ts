import type { Block } from "#lib/record/block.ts"
import type { Speaker } from "#lib/record/entry.ts"
import { type Json, listOf, objectOf, stringOf, stringsOf, wordsOf } from "#lib/record/json.ts"
import type { StoredObject } from "#lib/record/record.ts"
import { markOf } from "../marks.ts"
import { bytesOf, pictureOf } from "../media.ts"
import { contentOf } from "../messages/parts.ts"
import { type Places, rawAt } from "../raw.ts"

/**
 * What an attachment says. The tool turns it into text when it sends, and stores only its parts, so ours is derived:
 * it states the facts. `surface`: shown to the person, never sent.
 */
export type Saying = {
  readonly speaker: Speaker
  readonly blocks: readonly Block[]
  readonly objects: readonly StoredObject[]
  readonly audience?: "surface"
}

type Said = { readonly text: string; readonly surface?: true } | "structural"
type Teller = (attachment: Json) => Said | undefined

const told = (text: string | undefined): Said | undefined => (text === undefined ? undefined : { text })
const shown = (text: string | undefined): Said =>
  text === undefined ? "structural" : { text, surface: true }

const joined = (value: unknown): string | undefined => wordsOf(stringsOf(value).join("\n"))

const listed = (heading: string, value: unknown): readonly string[] => {
  const words = joined(value)
  return words === undefined ? [] : [`${heading}:\n${words}`]
}

const changes = (...parts: readonly (readonly string[])[]): Said => {
  const text = parts.flat().join("\n\n")
  return text === "" ? "structural" : { text }
}

const firstWords = (attachment: Json, ...keys: readonly string[]): string | undefined => {
  for (const key of keys) {
    const words = wordsOf(attachment[key]) ?? joined(attachment[key])
    if (words !== undefined) return words
  }
  return undefined
}

const hook = (attachment: Json): string => `Hook ${wordsOf(attachment.hookName) ?? "without a name"}`

const hookSaid = (attachment: Json, ...keys: readonly string[]): string | undefined => {
  const words = firstWords(attachment, ...keys)
  return words === undefined ? undefined : `${hook(attachment)}:\n${words}`
}

const blocked: Teller = (attachment) => {
  const words = firstWords(objectOf(attachment.blockingError) ?? attachment, "blockingError", "message")
  return words === undefined ? undefined : { text: `${hook(attachment)} blocked:\n${words}` }
}

const fileText: Teller = (attachment) => {
  const file = objectOf(objectOf(attachment.content)?.file)
  const text = stringOf(file?.content)
  const name = wordsOf(attachment.filename) ?? wordsOf(file?.filePath) ?? "without a name"
  return text === undefined ? undefined : { text: `File ${name}:\n${text}` }
}

const memory: Teller = (attachment) => {
  const text = wordsOf(objectOf(attachment.content)?.content) ?? wordsOf(attachment.content)
  return text === undefined
    ? undefined
    : { text: `Instructions of ${wordsOf(attachment.path) ?? "a file"}:\n${text}` }
}

const task = (value: unknown): string => {
  const item = objectOf(value)
  const words = ["id", "subject", "content", "activeForm"].flatMap((key) => wordsOf(item?.[key]) ?? [])
  const status = wordsOf(item?.status)
  return `- ${words.slice(0, 2).join(" ")}${status === undefined ? "" : ` (${status})`}`
}

const tasks: Teller = (attachment) => {
  const items = listOf(attachment.content) ?? []
  return { text: items.length === 0 ? "Task list: empty." : `Task list:\n${items.map(task).join("\n")}` }
}

/** How each type that is known tells its facts; undefined where a field it needs is missing. */
const tellers: { readonly [type: string]: Teller } = {
  command_permissions: () => "structural",
  hook_permission_decision: () => "structural",
  hook_success: (it) =>
    wordsOf(it.content) === undefined
      ? shown(hookSaid(it, "stdout", "stderr"))
      : told(hookSaid(it, "content")),
  hook_additional_context: (it) => told(hookSaid(it, "content")),
  hook_system_message: (it) => shown(hookSaid(it, "content")),
  hook_blocking_error: blocked,
  hook_stopped_continuation: (it) => told(hookSaid(it, "message", "content")),
  hook_non_blocking_error: (it) => shown(hookSaid(it, "stderr", "stdout", "content")),
  hook_error_during_execution: (it) => shown(hookSaid(it, "content", "stderr", "stdout")),
  hook_cancelled: (it) => shown(hookSaid(it, "content", "stdout", "stderr")),
  file: fileText,
  compact_file_reference: (it) =>
    told(wordsOf(it.filename) && `File ${String(it.filename)} was read before.`),
  edited_text_file: (it) =>
    told(
      wordsOf(it.snippet) && `File ${wordsOf(it.filename) ?? ""} was changed outside:\n${String(it.snippet)}`,
    ),
  nested_memory: memory,
  skill_listing: (it) => told(wordsOf(it.content) && `Skills:\n${String(it.content)}`),
  agent_listing_delta: (it) =>
    changes(listed("Agents added", it.addedLines), listed("Agents removed", it.removedTypes)),
  deferred_tools_delta: (it) =>
    changes(
      listed("Tools added", joined(it.addedLines) === undefined ? it.addedNames : it.addedLines),
      listed("Tools back", it.readdedNames),
      listed("Tools removed", it.removedNames),
    ),
  mcp_instructions_delta: (it) =>
    changes(
      listed("Instructions of MCP servers", it.addedBlocks),
      listed("Instructions removed", it.removedNames),
    ),
  task_reminder: tasks,
  todo_reminder: tasks,
}

const label = /^[\p{L}\p{N}][\p{L}\p{N} ._:/-]{0,59}$/u
/** A name of the source as a label in kebab-case, where it can be one. */
export const labelOf = (name: string, otherwise: string): string =>
  label.test(name) ? name.replaceAll("_", "-") : otherwise

/** The words of a person that waited in the queue while the agent worked, or a notice that did. */
const queued = (attachment: Json, places: Places): Saying | undefined => {
  const content = contentOf(attachment.prompt, {
    role: "user",
    places,
    path: ["attachment", "prompt"],
    toolOf: () => undefined,
  })
  if (content === undefined || content.blocks.some((block) => block.kind === "tool-result")) return undefined
  const origin = stringOf(objectOf(attachment.origin)?.kind)
  const mode = stringOf(attachment.commandMode) ?? "prompt"
  const made =
    origin === undefined
      ? mode !== "prompt" ||
        content.blocks.some((block) => block.kind === "text" && markOf(block.text) !== undefined)
      : origin !== "human"
  const speaker: Speaker = made
    ? { kind: "notice", label: labelOf(origin ?? (mode === "prompt" ? "queued" : mode), "queued") }
    : { kind: "human" }
  return { speaker, blocks: content.blocks, objects: content.objects }
}

/** A picture file read for the agent. */
const picture = (attachment: Json): Omit<Saying, "speaker"> | undefined => {
  const file = objectOf(objectOf(attachment.content)?.file)
  const bytes = bytesOf(stringOf(file?.base64) ?? "")
  if (bytes === undefined) return undefined
  const { block, object } = pictureOf(bytes, wordsOf(file?.type))
  const text = `File ${wordsOf(attachment.filename) ?? "without a name"}:`
  return { blocks: [{ kind: "text", text }, block], objects: [object] }
}

/** What an attachment says; `structural` where it holds no words; types that are not known tell their own JSON. */
export const attachmentSays = (attachment: Json, places: Places): Saying | "structural" => {
  const type = stringOf(attachment.type) ?? ""
  if (type === "queued_command") {
    const words = queued(attachment, places)
    if (words !== undefined) return words
  }
  const speaker: Speaker = { kind: "context", label: labelOf(type, "attachment") }
  if (type === "file") {
    const seen = picture(attachment)
    if (seen !== undefined) return { speaker, ...seen }
  }
  const teller = Object.hasOwn(tellers, type) ? tellers[type] : undefined
  const said = teller?.(attachment) ?? { text: rawAt(places, ["attachment"]) }
  if (said === "structural") return "structural"
  const block: Block = { kind: "text", text: said.text }
  if (said.surface !== true) return { speaker, blocks: [block], objects: [] }
  return { speaker: { ...speaker, kind: "notice" }, blocks: [block], objects: [], audience: "surface" }
}
