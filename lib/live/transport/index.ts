import type { DialectId } from "#lib/dialect/targets/row.ts"
import { chat } from "./chat.ts"
import { converse } from "./converse.ts"
import { gemini } from "./gemini.ts"
import { messages } from "./messages.ts"
import { ollama } from "./ollama.ts"
import { responses } from "./responses.ts"
import type { Transport } from "./transport.ts"

/** A new dialect is one line here. */
export const transports: { readonly [Id in DialectId]: Transport } = {
  chat,
  responses,
  messages,
  gemini,
  ollama,
  converse,
  "prior-turns": messages,
}

/**
 * JSON text of an object whose fields, in the header's `params.extra`, make a provider of this dialect answer in a
 * stream; undefined where the address does.
 */
export const streamExtra = (dialect: DialectId): string | undefined => transports[dialect].extra
