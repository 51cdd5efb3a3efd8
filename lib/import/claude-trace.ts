import { objectOf } from "#lib/record/json.ts"
import { pairLines } from "./capture/lines.ts"
import { peek } from "./peek.ts"

/** Whether a line, or as much of it as is there, is one of claude-trace's: it says in seconds when a request was sent. */
export const isTrace = (value: unknown): boolean => {
  const request = objectOf(objectOf(value)?.["request"])
  const { timestamp, method, url } = request ?? {}
  return typeof timestamp === "number" && typeof method === "string" && typeof url === "string"
}

/** Logs of claude-trace: what Claude Code sent and got, a request in each line. */
export const claudeTrace = pairLines({
  id: "claude-trace",
  format: "claude-trace",
  label: "claude-trace log (JSONL)",
  detect: (sample) => peek(sample).lines.some(isTrace),
})
