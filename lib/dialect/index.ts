import { chat } from "./chat.ts"
import { converse } from "./converse.ts"
import type { Dialect } from "./dialect.ts"
import { gemini } from "./gemini.ts"
import { messages } from "./messages.ts"
import { ollama } from "./ollama.ts"
import { priorTurns } from "./prior-turns.ts"
import { responses } from "./responses.ts"
import type { DialectId } from "./targets/row.ts"

/** Every dialect; a new one is one line here. */
export const dialects = {
  chat,
  responses,
  messages,
  gemini,
  ollama,
  converse,
  "prior-turns": priorTurns,
} satisfies Record<DialectId, Dialect>
