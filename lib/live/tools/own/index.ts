import { compactTool } from "./compact-conversation.ts"
import type { OwnTool } from "./own.ts"
import { readTool } from "./read-session.ts"
import { searchTool } from "./search-sessions.ts"

/** Our own tools. */
export const ownTools: readonly OwnTool[] = [searchTool, readTool, compactTool]
