import type { Block, BlockOf, ResultContent } from "./block.ts"
import type { Entry, EntryOf, Maker, Message, Speaker } from "./entry.ts"
import type { RecordLog } from "./record.ts"

/** Terse builders, so that a test or a sample reads as a transcript. */

/** Omit that keeps a union apart. */
type Unnumbered<Item> = Item extends { readonly kind: string }
  ? Omit<Item, "seq" | "id" | "at"> & { readonly id?: string }
  : never
export type Draft = Unnumbered<Entry>

export const claude: Maker = { provider: "anthropic", api: "messages", model: "claude-x" }
export const gpt: Maker = { provider: "openai", api: "responses", model: "gpt-x" }
export const gemini: Maker = { provider: "google", api: "gemini", model: "gemini-x" }

export const text = (value: string): BlockOf<"text"> => ({ kind: "text", text: value })

export const reasoning = (value: string, signature?: string): BlockOf<"reasoning"> => ({
  kind: "reasoning",
  text: value,
  ...(signature === undefined ? {} : { proof: { kind: "anthropic-signature", value: signature } }),
})

/** Reasoning whose text only its maker can read. */
export const redacted = (data: string): BlockOf<"reasoning"> => ({
  kind: "reasoning",
  text: "",
  proof: { kind: "anthropic-redacted", value: data },
})

export const call = (callId: string, name = "bash", json = "{}"): BlockOf<"tool-call"> => ({
  kind: "tool-call",
  callId,
  name,
  arguments: json,
})

export const answer = (
  callId: string,
  content: string | readonly ResultContent[] = "ok",
  name = "bash",
): BlockOf<"tool-result"> => ({
  kind: "tool-result",
  callId,
  name,
  isError: false,
  content: typeof content === "string" ? [text(content)] : content,
})

/** A result that says that its call failed. */
export const failure = (
  callId: string,
  content: string | readonly ResultContent[] = "failed",
): BlockOf<"tool-result"> => ({
  ...answer(callId, content),
  isError: true,
})

/** A search that the provider ran itself, as Anthropic's own JSON has it. */
export const search = (callId: string): BlockOf<"tool-call"> => ({
  ...call(callId, "web_search", '{"query":"x"}'),
  providerExecuted: true,
  native: {
    api: "messages",
    json: `{"type":"server_tool_use","id":"${callId}","name":"web_search","input":{"query":"x"}}`,
  },
})

export const found = (callId: string): BlockOf<"tool-result"> => ({
  ...answer(callId, "found", "web_search"),
  providerExecuted: true,
  native: {
    api: "messages",
    json: `{"type":"web_search_tool_result","tool_use_id":"${callId}","content":[{"type":"web_search_result","url":"https://found.example","title":"t","encrypted_content":"Eo=="}]}`,
  },
})

export const file = (object: string, mediaType = "application/pdf"): BlockOf<"file"> => ({
  kind: "file",
  object,
  mediaType,
})

export const opaque = (json: string, source = "messages"): BlockOf<"opaque"> => ({
  kind: "opaque",
  source,
  json,
})

export const image = (object: string, mediaType = "image/png"): BlockOf<"image"> => ({
  kind: "image",
  object,
  mediaType,
})

const blocks = (content: string | readonly Block[]): readonly Block[] =>
  typeof content === "string" ? [text(content)] : content

type Extra = Partial<Pick<Message, "responseId" | "maker" | "audience" | "stop" | "derived">> & {
  readonly id?: string
}

const said = (
  role: Message["role"],
  speaker: Speaker,
  content: string | readonly Block[],
  extra: Extra,
): Draft => ({
  kind: "message",
  role,
  speaker,
  blocks: blocks(content),
  ...extra,
})

export const user = (content: string | readonly Block[], extra: Extra = {}): Draft =>
  said("user", { kind: "human" }, content, extra)

export const agent = (content: string | readonly Block[], extra: Extra = {}): Draft =>
  said("assistant", { kind: "agent" }, content, { maker: claude, ...extra })

export const result = (
  callId: string,
  content?: string | readonly ResultContent[],
  extra: Extra = {},
): Draft => said("tool", { kind: "tool" }, [answer(callId, content)], extra)

export const tools = (...content: readonly BlockOf<"tool-result">[]): Draft =>
  said("tool", { kind: "tool" }, content, {})

export const notice = (content: string, label = "task", role: Message["role"] = "user"): Draft =>
  said(role, { kind: "notice", label }, content, {})

export const spoken = (
  role: Message["role"],
  speaker: Speaker,
  content: string | readonly Block[],
  extra: Extra = {},
): Draft => said(role, speaker, content, extra)

export const header = (
  fields: Partial<Omit<EntryOf<"header">, "kind" | "seq" | "id" | "at">> = {},
): Draft => ({
  kind: "header",
  reason: "initial",
  target: { provider: "anthropic", dialect: "messages", model: "claude-x" },
  params: { maxTokens: 4096 },
  ...fields,
})

export const compaction = (summary: string, covers: readonly [number, number] | null): Draft => ({
  kind: "compaction",
  summary,
  covers,
})

export const replacement = (
  of: string,
  block: Block,
  reason: EntryOf<"replacement">["reason"] = "cleared",
): Draft => ({
  kind: "replacement",
  of,
  with: block,
  reason,
})

export const rewind = (to: number, keep = true): Draft => ({ kind: "rewind", to, keep })

export const undo = (of: number): Draft => ({ kind: "undo", of })

/** A record of drafts, numbered from 1; ids are `e1`, `e2` … where a draft has none; no times. */
export const record = (...drafts: readonly Draft[]): RecordLog => ({
  header: { kind: "record", version: 1, id: "record", createdAt: null },
  entries: drafts.map(({ id, ...draft }, index) => {
    const seq = index + 1
    return { seq, id: id ?? `e${seq}`, at: null, ...draft } as Entry // the draft's own kind and fields
  }),
})
