import type { Shape } from "../shape.ts"
import { chat } from "./chat.ts"
import { converse } from "./converse.ts"
import { gemini } from "./gemini.ts"
import { messages } from "./messages.ts"
import { ollama } from "./ollama.ts"
import { priorTurns } from "./prior-turns.ts"
import { responses } from "./responses.ts"

const shapes: { readonly [dialect: string]: Shape } = {
  chat,
  converse,
  gemini,
  messages,
  ollama,
  responses,
  "prior-turns": priorTurns,
}

/** How to read a dialect's wire; throws for a dialect that has no shape yet: its laws would check nothing. */
export const shapeOf = (dialect: string): Shape => {
  const shape = shapes[dialect]
  if (shape === undefined) throw new Error(`no shape for dialect ${dialect}`)
  return shape
}
