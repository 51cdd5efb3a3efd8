import type { DialectId } from "#lib/dialect/targets/row.ts"
import type { Stream } from "../scene.ts"
import { chat } from "./chat.ts"
import { converse } from "./converse.ts"
import { gemini } from "./gemini.ts"
import { messages } from "./messages.ts"
import { ollama } from "./ollama.ts"
import { responses } from "./responses.ts"

export const streams: { readonly [Id in DialectId]: Stream } = {
  chat,
  responses,
  messages,
  gemini,
  ollama,
  converse,
  "prior-turns": messages,
}
