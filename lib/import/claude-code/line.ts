import { type Json, objectOf, stringOf } from "#lib/record/json.ts"

/**
 * The fields of a session line that are read, each of the kind it must be or else absent: a field of another kind never
 * makes a line unreadable. Everything else stays in the source, one click away.
 */
export const sessionLine = (json: Json) =>
  typeof json.type !== "string"
    ? undefined
    : {
        type: json.type,
        subtype: stringOf(json.subtype),
        uuid: idOf(json.uuid),
        parentUuid: idOf(json.parentUuid),
        logicalParentUuid: idOf(json.logicalParentUuid),
        sessionId: idOf(json.sessionId) ?? idOf(json.session_id),
        agentId: idOf(json.agentId),
        timestamp: stringOf(json.timestamp),
        isSidechain: json.isSidechain === true,
        isMeta: json.isMeta === true,
        isCompactSummary: json.isCompactSummary === true,
        isVisibleInTranscriptOnly: json.isVisibleInTranscriptOnly === true,
        isApiErrorMessage: json.isApiErrorMessage === true,
        message: objectOf(json.message),
        attachment: objectOf(json.attachment),
        data: objectOf(json.data),
        origin: objectOf(json.origin),
        compactMetadata: objectOf(json.compactMetadata),
        microcompactMetadata: objectOf(json.microcompactMetadata),
        summary: stringOf(json.summary),
        leafUuid: idOf(json.leafUuid),
        customTitle: stringOf(json.customTitle),
        aiTitle: stringOf(json.aiTitle),
        lastPrompt: stringOf(json.lastPrompt),
        parentToolUseID: idOf(json.parentToolUseID),
        /** The call that a sub-agent's line belongs to, in what the tool prints while it runs. */
        calledBy: idOf(json.parent_tool_use_id),
        stopReason: stringOf(json.stopReason),
        result: stringOf(json.result),
        content: json.content,
        error: json.error,
        hookErrors: json.hookErrors,
        hookAdditionalContext: json.hookAdditionalContext,
        retryAttempt: json.retryAttempt,
        maxRetries: json.maxRetries,
      }

export type SessionLine = NonNullable<ReturnType<typeof sessionLine>>

/** An id: a string with something in it. */
const idOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined
