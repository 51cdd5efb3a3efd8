import { chat, printable } from "./base.ts"
import type { Row } from "./row.ts"

export const ollama = {
  ...chat,
  id: "ollama",
  label: "Ollama",
  dialect: "ollama",
  api: "ollama",
  provider: "ollama",
  model: "qwen3",
  url: "http://127.0.0.1:11434/api/chat",
  resultPictures: "behind",
  ids: { pattern: printable, most: 200, derived: "call" },
  reasoning: { form: "field", name: "thinking" },
  params: {
    maxTokens: "num_predict",
    temperature: "temperature",
    topP: "top_p",
    stop: "stop",
    thinking: "think",
  },
} as const satisfies Row
