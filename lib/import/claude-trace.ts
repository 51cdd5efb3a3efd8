import { objectOf } from "#lib/record/json.ts"
import { pairLines } from "./capture/lines.ts"
import { isPair } from "./capture/pair.ts"
import { peek } from "./peek.ts"

/** Whether a line is one of claude-trace's: both sides with their parts of HTTP, and when it was written down. */
export const isTrace = (value: unknown): boolean =>
  isPair(value) && "logged_at" in value && typeof objectOf(value["request"])?.["url"] === "string"

/** Logs of claude-trace: what Claude Code sent and got, a request in each line. */
export const claudeTrace = pairLines({
  id: "claude-trace",
  format: "claude-trace",
  label: "claude-trace log (JSONL)",
  detect: (sample) => peek(sample).lines.some(isTrace),
})
