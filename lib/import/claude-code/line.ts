import { z } from "zod"
import { type Json, objectOf } from "../value.ts"

const text = z.string().optional().catch(undefined)
const flag = z.boolean().optional().catch(undefined)
const object = z
  .custom<Json>((value) => objectOf(value) !== undefined)
  .optional()
  .catch(undefined)
const anything = z.unknown().optional()

/**
 * The fields of a session line that are read, each of the kind it must be or else absent: a field of another kind never
 * makes a line unreadable. Everything else stays in the source, one click away.
 */
export const sessionLine = z.object({
  type: z.string(),
  subtype: text,
  uuid: text,
  parentUuid: text,
  logicalParentUuid: text,
  sessionId: text,
  agentId: text,
  timestamp: text,
  isSidechain: flag,
  isMeta: flag,
  isCompactSummary: flag,
  isVisibleInTranscriptOnly: flag,
  isApiErrorMessage: flag,
  message: object,
  attachment: object,
  data: object,
  origin: object,
  compactMetadata: object,
  microcompactMetadata: object,
  error: anything,
  content: anything,
  operation: text,
  summary: text,
  leafUuid: text,
  customTitle: text,
  aiTitle: text,
  lastPrompt: text,
  parentToolUseID: text,
  hookErrors: anything,
  hookAdditionalContext: anything,
  stopReason: text,
  retryAttempt: anything,
  maxRetries: anything,
})

export type SessionLine = z.infer<typeof sessionLine>
