import { messagesRequest } from "../anthropic-messages.ts"
import type { Reader } from "../bodies/conversation.ts"
import { chatRequest } from "../openai-chat.ts"
import { converseRequest } from "./converse.ts"
import { geminiRequest } from "./gemini.ts"
import { ollamaRequest } from "./ollama.ts"
import { responsesRequest } from "./responses.ts"

/** How each dialect's request bodies are read, and under which key they hold their history. */
export const requestReaders = {
  chat: { reader: chatRequest, history: "messages" },
  responses: { reader: responsesRequest, history: "input" },
  messages: { reader: messagesRequest, history: "messages" },
  gemini: { reader: geminiRequest, history: "contents" },
  ollama: { reader: ollamaRequest, history: "messages" },
  converse: { reader: converseRequest, history: "messages" },
} as const satisfies {
  readonly [dialect: string]: { readonly reader: Reader; readonly history: string }
}

export type RequestDialect = keyof typeof requestReaders
