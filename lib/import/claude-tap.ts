import { objectOf } from "#lib/record/json.ts"
import { pairLines } from "./capture/lines.ts"
import { peek } from "./peek.ts"

/** Whether a line, or as much of it as is there, is one of claude-tap's: it names how the request travelled, and to whom. */
export const isTap = (value: unknown): boolean => {
  const line = objectOf(value)
  const isPassedOn =
    typeof line?.["transport"] === "string" || typeof line?.["upstream_base_url"] === "string"
  return isPassedOn && typeof line["request_id"] === "string" && objectOf(line["request"]) !== undefined
}

/** Logs of claude-tap: requests of many command-line agents, over HTTP or a socket. */
export const claudeTap = pairLines({
  id: "claude-tap",
  format: "claude-tap",
  label: "claude-tap log (JSONL)",
  detect: (sample) => peek(sample).lines.some(isTap),
})
