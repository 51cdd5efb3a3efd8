import type { Block } from "#lib/record/block.ts"
import type { Maker, Message, Speaker } from "#lib/record/entry.ts"
import { type Json, known, objectOf, stringOf } from "#lib/record/json.ts"
import { messagesHeader, systemOf } from "./anthropic-messages/header.ts"
import type { ElementReading, ElementSource, Reader } from "./bodies/conversation.ts"
import { documents, lines } from "./bodies/importers.ts"
import type { Body } from "./ledger.ts"
import { markOf } from "./marks.ts"
import { type Content, contentOf, partsOf } from "./messages/parts.ts"
import { stopOf, usageOf } from "./messages/usage.ts"

const makerOf = (model: unknown): Maker | undefined =>
  typeof model === "string" && model !== "" ? { provider: "anthropic", api: "messages", model } : undefined

/** Text that a client put into the user's role is a notice that crossed as it stands. */
const userOf = (block: Block | undefined): Speaker => {
  const name = block?.kind === "text" ? markOf(block.text) : undefined
  return name === undefined ? { kind: "human" } : { kind: "notice", name, label: "as-sent" }
}

const spoken = (content: Content, role: "user" | "assistant", made: Partial<Message>): readonly Body[] =>
  partsOf(content.blocks, role, role === "user" ? userOf : () => ({ kind: "agent" })).map(
    (part): Body => ({ kind: "message", ...part, ...(part.role === "assistant" ? made : {}) }),
  )

const system = (message: Json, { places, path, toolOf }: ElementSource): ElementReading => {
  const content = contentOf(message.content, { role: "user", places, path: [...path, "content"], toolOf })
  if (content === undefined || content.blocks.some((block) => block.kind === "tool-result")) return undefined
  const body: Body = { kind: "message", role: "system", speaker: { kind: "context" }, blocks: content.blocks }
  return { bodies: [body], objects: content.objects, repaired: content.repaired }
}

const element = (source: ElementSource): ElementReading => {
  const { message, places, path, body, toolOf } = source
  const { role } = message
  if (role === "system") return system(message, source)
  if (role !== "user" && role !== "assistant") return undefined
  const content = contentOf(message.content, { role, places, path: [...path, "content"], toolOf })
  if (content === undefined) return undefined
  const bodies = spoken(content, role, known({ maker: makerOf(body?.model) }))
  return { bodies, objects: content.objects, repaired: content.repaired }
}

const response: Reader["response"] = (around, places, at) => {
  const given = objectOf(around.response)
  const message = objectOf(given?.body) ?? given
  if (message === undefined || message.role !== "assistant") return undefined
  const path = message === given ? [...at, "response"] : [...at, "response", "body"]
  const content = contentOf(message.content, {
    role: "assistant",
    places,
    path: [...path, "content"],
    toolOf: () => undefined,
  })
  if (content === undefined) return undefined
  const id = stringOf(message.id)
  const made = known({
    responseId: id === "" ? undefined : id,
    maker: makerOf(message.model),
    stop: stopOf(message.stop_reason),
    usage: usageOf(message.usage),
  })
  return { bodies: spoken(content, "assistant", made), objects: content.objects }
}

/** How the messages of a Messages body are read. */
export const messagesRequest: Reader = {
  element,
  system: (message) => (message.role === "system" ? systemOf(message.content) : undefined),
  header: messagesHeader,
  response,
}

/** The Messages API: request bodies, their envelopes, bare lists of messages. */
export const anthropicMessages = documents(
  "anthropic-messages",
  "Anthropic messages or body (JSON)",
  messagesRequest,
)

/** The same, one in each line. */
export const anthropicMessagesLines = lines(
  "anthropic-messages",
  "Anthropic messages or bodies (JSONL)",
  messagesRequest,
)
