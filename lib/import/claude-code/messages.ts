import type { Block } from "#lib/record/block.ts"
import type { Maker, Speaker } from "#lib/record/entry.ts"
import { type Json, known, listOf, stringOf } from "#lib/record/json.ts"
import type { Body } from "../ledger.ts"
import { contentOf, type Part, partsOf } from "../messages/parts.ts"
import { stopOf, usageOf } from "../messages/usage.ts"
import type { Path, Places } from "../raw.ts"
import type { SessionLine } from "./line.ts"
import { type Kept, type Reading, unread } from "./reading.ts"
import type { RecordState } from "./session.ts"
import { speakerOf } from "./speaker.ts"

export type MessageSource = {
  readonly line: SessionLine
  /** The line's `message`, or the one that progress of a sub-agent repeats. */
  readonly message: Json | undefined
  readonly places: Places
  readonly path: Path
  readonly record: RecordState
}

const read = ({ message, places, path, record }: MessageSource, role: "user" | "assistant") =>
  message === undefined
    ? undefined
    : contentOf(message.content, {
        role,
        places,
        path: [...path, "content"],
        toolOf: (callId) => record.exchanges.get(callId)?.name,
      })

/** A line in the user's role: words of a person, results of tools, or what the tool itself put there. */
export const readUser = (source: MessageSource): Reading => {
  const content = read(source, "user")
  if (content === undefined)
    return unread(source.message === undefined ? "message-missing" : "content-missing")
  const { line, record } = source
  const surface = line.isVisibleInTranscriptOnly
  const several = content.blocks.length > 1
  const spoken = partsOf(content.blocks, "user", (block) =>
    speakerOf(block, { line, sub: record.sub, several }),
  )
  const bodies = spoken.map(
    (part): Body => ({ kind: "message", ...part, ...(surface ? { audience: "surface" } : {}) }),
  )
  return {
    fate: "kept",
    bodies,
    objects: content.objects,
    repaired: content.repaired,
    passed: spoken.every(({ role }) => role === "tool"),
    prompt: !surface && spoken.some(({ speaker }) => speaker.kind === "human"),
  }
}

/** The text of a compaction's summary line; undefined where it has none. */
export const summaryText = (source: MessageSource): string | undefined => {
  const content = read(source, "user")
  const texts = content?.blocks.flatMap((block) => (block.kind === "text" ? [block.text] : []))
  return texts === undefined || texts.length === 0 ? undefined : texts.join("\n\n")
}

const makerOf = (message: Json): Maker | undefined => {
  const model = stringOf(message.model)
  return model === undefined || model === "" ? undefined : { provider: "anthropic", api: "messages", model }
}

/** What the tool put into the agent's role to show it: errors of requests, turns without a reply. */
const shown = (source: MessageSource, blocks: readonly Block[]): Kept => {
  const label = source.line.isApiErrorMessage ? "api-error" : "synthetic"
  const odd = blocks.some((block) => block.kind === "tool-call" || block.kind === "reasoning")
  const speaker: Speaker = odd ? { kind: "agent" } : { kind: "notice", label }
  return {
    fate: "kept",
    bodies: partsOf(blocks, "assistant", () => speaker).map(
      (part): Body => ({ kind: "message", ...part, audience: "surface" }),
    ),
    objects: [],
    passed: false,
    prompt: false,
  }
}

const agent = (): Speaker => ({ kind: "agent" })

/** One of ours, keys in the order in which they are stored. */
const piece = ({ role, speaker, blocks }: Part, message: Json): Body => {
  if (role !== "assistant") return { kind: "message", role, speaker, blocks }
  const responseId = stringOf(message.id)
  const maker = makerOf(message)
  const stop = stopOf(message.stop_reason)
  const usage = usageOf(message.usage)
  return {
    kind: "message",
    role,
    speaker,
    ...(responseId === undefined || responseId === "" ? undefined : { responseId }),
    ...(maker && { maker }),
    ...(stop && { stop }),
    blocks,
    ...(usage && { usage }),
  }
}

/** A line of the agent's: one piece of a response, which `message.id` holds together. */
export const readAssistant = (source: MessageSource): Reading => {
  const { message, line } = source
  const content = read(source, "assistant")
  if (message === undefined) return unread("message-missing")
  if (content === undefined) return unread("content-missing")
  if (message.model === "<synthetic>" || line.isApiErrorMessage)
    return { ...shown(source, content.blocks), objects: content.objects, repaired: content.repaired }
  return {
    fate: "kept",
    bodies: partsOf(content.blocks, "assistant", agent).map((part) => piece(part, message)),
    objects: content.objects,
    repaired: content.repaired,
    passed: false,
    prompt: false,
  }
}

/** Where an agent's message calls for a sub-agent: the call's place among its blocks, with the prompt it gives. */
export const agentCalls = (
  message: Json | undefined,
): readonly { readonly callId: string; readonly prompt: string; readonly title?: string }[] =>
  (listOf(message?.content) ?? []).flatMap((item) => {
    const call = item as Json | null // asked only for members, with `?.`
    if (call?.type !== "tool_use" || (call.name !== "Task" && call.name !== "Agent")) return []
    const input = call.input as Json | null | undefined // likewise
    const prompt = stringOf(input?.prompt)
    const title = stringOf(input?.description)
    const callId = stringOf(call.id)
    return prompt === undefined || callId === undefined ? [] : [{ callId, prompt, ...known({ title }) }]
  })
