import { objectOf } from "#lib/record/json.ts"
import { pairLines } from "./capture/lines.ts"
import { isPair } from "./capture/pair.ts"
import { peek } from "./peek.ts"

/** Whether a line is one of claude-tap's: it names how the request travelled and whom it was passed on to. */
export const isTap = (value: unknown): boolean =>
  isPair(value) &&
  typeof value["request_id"] === "string" &&
  ("transport" in value || "upstream_base_url" in value) &&
  typeof objectOf(value["request"])?.["path"] === "string"

/** Logs of claude-tap: requests of many command-line agents, over HTTP or a socket. */
export const claudeTap = pairLines({
  id: "claude-tap",
  format: "claude-tap",
  label: "claude-tap log (JSONL)",
  detect: (sample) => peek(sample).lines.some(isTap),
})
