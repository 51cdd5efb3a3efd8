import { objectOf } from "#lib/record/json.ts"

const chained = new Set(["user", "assistant", "attachment", "system", "progress"])
const loose = new Set([
  "queue-operation",
  "last-prompt",
  "custom-title",
  "ai-title",
  "mode",
  "permission-mode",
])

/** Whether a parsed line has the shape of a session line; other formats use the same types, but not these links. */
export const looksLikeLine = (value: unknown): boolean => {
  const line = objectOf(value)
  if (typeof line?.type !== "string") return false
  if (line.type === "summary") return typeof line.leafUuid === "string"
  if (line.type === "file-history-snapshot") return objectOf(line.snapshot) !== undefined
  const linked = typeof line.uuid === "string" || "parentUuid" in line
  if (chained.has(line.type))
    return (
      linked ||
      (typeof (line.sessionId ?? line.session_id) === "string" && objectOf(line.message) !== undefined)
    )
  return loose.has(line.type) && typeof line.sessionId === "string"
}
