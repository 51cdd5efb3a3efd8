import { chat } from "./chat.ts"
import type { Dialect } from "./dialect.ts"
import { messages } from "./messages.ts"
import type { Target } from "./targets.ts"

/** Every dialect; a new one is one line here. */
export const dialects = { chat, messages } satisfies Record<Target["dialect"], Dialect>
