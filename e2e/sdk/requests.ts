import type { MessageCreateParamsNonStreaming } from "@anthropic-ai/sdk/resources/messages"
import type { ConverseRequest, ToolInputSchema } from "@aws-sdk/client-bedrock-runtime"
import type { Content, GenerationConfig, Tool, ToolConfig } from "@google/genai"
import type { ChatRequest, Message, ToolCall } from "ollama"
import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions"
import type {
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
} from "openai/resources/responses/responses"

/**
 * Request bodies as the providers' SDKs declare them, one type a dialect. What a body of ours holds beyond a declaration
 * stands here, each with its reason.
 */

export type Chat = ChatCompletionCreateParamsNonStreaming

/** The declaration knows text of the assistant only with annotations, as it was received; servers ask for none. */
type Said = {
  readonly type: "message"
  readonly role: "assistant"
  readonly content: { readonly type: "output_text"; readonly text: string }[]
}

export type Responses = Omit<ResponseCreateParamsNonStreaming, "input"> & {
  readonly input: (ResponseInputItem | Said)[]
}

/** Models up to Opus 4.6 take both; the SDK dropped them with its first major version. */
type Sampling = { readonly temperature?: number; readonly top_p?: number }

export type Messages = MessageCreateParamsNonStreaming & Sampling

type Document = NonNullable<ToolInputSchema["json"]>

/** What a value is as JSON: a member of an enumeration as its text, bytes in base64, any document as it is. */
type Json<Of> = [Document] extends [Of] ? Of : JsonOf<Of>

type JsonOf<Of> = Of extends Uint8Array
  ? string
  : Of extends string
    ? `${Of}`
    : Of extends object
      ? { [Key in keyof Of]: Json<Of[Key]> }
      : Of

/** The model stands in the URL. */
export type Converse = Json<Omit<ConverseRequest, "modelId">>

/** The REST form of what the SDK takes as `contents` and `config`, which holds all else in one. */
export type GenerateContent = {
  contents: Content[]
  systemInstruction?: Content
  tools?: Tool[]
  toolConfig?: ToolConfig
  generationConfig?: GenerationConfig
}

export type Gemini = Json<GenerateContent>

/**
 * The SDK does not declare that the server binds results to calls by id, takes calls with their type, messages without
 * content and tools of any JSON schema.
 */
type Call = ToolCall & { readonly type?: "function"; readonly id?: string }
type Turn = Omit<Message, "content" | "tool_calls"> & {
  readonly content?: string
  readonly tool_calls?: Call[]
  readonly tool_call_id?: string
}
type Declared = {
  readonly type: "function"
  readonly function: { readonly name: string; readonly description?: string; readonly parameters: object }
}

export type Ollama = Omit<ChatRequest, "messages" | "tools"> & {
  readonly messages: Turn[]
  readonly tools?: Declared[]
}
