import { wordsOf } from "#lib/record/json.ts"
import type { Body } from "../ledger.ts"
import type { SessionLine } from "./line.ts"
import { aside, type Reading, structural } from "./reading.ts"
import type { Session } from "./session.ts"

const length = 120

/** The beginning of a prompt as the tool shortens it: white space becomes one space, the end is cut. */
const beginning = (text: string): string =>
  text
    .slice(0, length * 4)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/…$/, "")
    .slice(0, length)

/** Remembers how what was said in the user's role begins. */
export const said = (session: Session, bodies: readonly Body[]): void => {
  for (const body of bodies)
    if (body.kind === "message" && body.role === "user")
      for (const block of body.blocks) if (block.kind === "text") session.prompts.add(beginning(block.text))
}

/**
 * Lines that repeat or announce a prompt. What is put into the queue is shown, since whether it will come as a message is
 * not yet known; the last prompt is bookkeeping where the file holds it, and shown where it does not.
 */
export const waiting = (session: Session, line: SessionLine): Reading => {
  const text = wordsOf(line.type === "last-prompt" ? line.lastPrompt : line.content)
  if (text === undefined) return structural(line.type)
  if (line.type === "last-prompt" && session.prompts.has(beginning(text))) return structural(line.type)
  return aside({
    kind: "message",
    role: "user",
    speaker: { kind: "notice", label: line.type === "last-prompt" ? "last-prompt" : "queued" },
    blocks: [{ kind: "text", text }],
    audience: "surface",
  })
}
