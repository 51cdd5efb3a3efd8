import { chat } from "./chat.ts"
import { converse } from "./converse.ts"
import type { Draft, Reading } from "./draft.ts"
import { gemini } from "./gemini.ts"
import { messages } from "./messages.ts"
import { ollama } from "./ollama.ts"
import { responses } from "./responses.ts"

/** How each dialect's replies are read. A body of prior turns is a Messages body, so its reply is one too. */
export const readings = {
  chat,
  responses,
  messages,
  gemini,
  ollama,
  converse,
  "prior-turns": messages,
} satisfies { readonly [dialect: string]: (draft: Draft) => Reading }
