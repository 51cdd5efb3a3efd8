import { type Json, objectOf, parsed, wordsOf } from "#lib/record/json.ts"
import { digestOf } from "../digest.ts"
import type { Fate } from "../importer.ts"
import { type Places, placesOf } from "../raw.ts"
import { timeOf } from "../time.ts"
import { attachmentSays, labelOf } from "./attachment.ts"
import { progressRecord, recordOf } from "./belonging.ts"
import { announce, clear, readSummary } from "./compaction.ts"
import { keep, passBy } from "./keep.ts"
import { type SessionLine, sessionLine } from "./line.ts"
import { agentCalls, type MessageSource, readAssistant, readUser } from "./messages.ts"
import { said, waiting } from "./prompts.ts"
import { aside, type Reading, structural, unread } from "./reading.ts"
import { entitle, homeOf, type RecordState, type Session } from "./session.ts"
import { agentProgress, progressSays, systemSays } from "./system.ts"

/** Lines by which the tool keeps house: no words of anyone. */
const bookkeeping = new Set([
  "file-history-snapshot",
  "mode",
  "permission-mode",
  "pr-link",
  "frame-link",
  "tag",
  "agent-name",
  "agent-color",
  "agent-setting",
  "worktree-state",
  "attribution-snapshot",
  "speculation-accept",
])

type Line = {
  readonly session: Session
  readonly line: SessionLine
  readonly raw: string
  readonly places: Places
  readonly at: number
}

/** A reading and the record it goes to. */
type Placed = { readonly record: RecordState; readonly reading: Reading; readonly line: SessionLine }

const readMessage = ({ session, line, places, at }: Line): Placed => {
  const record = recordOf(session, line)
  const source: MessageSource = { line, message: line.message, places, path: ["message"], record }
  if (line.type === "assistant") return { record, line, reading: readAssistant(source) }
  return {
    record,
    line,
    reading: line.isCompactSummary ? readSummary(session, source, at) : readUser(source),
  }
}

const readAttachment = ({ session, line, places }: Line): Placed => {
  const record = recordOf(session, line)
  if (line.attachment === undefined) return { record, line, reading: unread("attachment-missing") }
  const says = attachmentSays(line.attachment, places)
  if (says === "structural") return { record, line, reading: structural(line.type) }
  const { objects, ...rest } = says
  return { record, line, reading: aside({ kind: "message", role: "user", ...rest, derived: true }, objects) }
}

const readSystem = ({ session, line, at }: Line): Placed => {
  const record = recordOf(session, line)
  if (line.subtype === "compact_boundary")
    return { record, line, reading: announce(session, record, line, at) }
  if (line.subtype === "microcompact_boundary") return { record, line, reading: clear(record, line) }
  const text = systemSays(line)
  if (text === undefined) return { record, line, reading: structural(line.type) }
  const reading = aside({
    kind: "message",
    role: "user",
    speaker: { kind: "notice", label: labelOf(line.subtype ?? "", "system") },
    blocks: [{ kind: "text", text }],
    audience: "surface",
    ...(line.subtype === "api_error" ? { derived: true } : {}),
  })
  return { record, line, reading }
}

/** A sub-agent's own message inside progress goes to the sub-agent's record; the line itself stays in its chain. */
const readAgentProgress = (of: Line, data: Json): Placed | undefined => {
  const { session, line, places } = of
  const found = agentProgress(data)
  const inner = found && sessionLine({ ...found.inner, isSidechain: true, agentId: found.agentId })
  if (found === undefined || inner === undefined) return undefined
  passBy(session, recordOf(session, line), line)
  const record = progressRecord(session, found.agentId, line.parentToolUseID)
  const path = ["data", "message", "message"]
  const source: MessageSource = { line: inner, message: inner.message, places, path, record }
  const reading = found.type === "assistant" ? readAssistant(source) : readUser(source)
  return { record, reading, line: { ...inner, timestamp: inner.timestamp ?? line.timestamp } }
}

const readProgress = (of: Line): Placed => {
  const { session, line } = of
  const data = line.data ?? {}
  const agent = readAgentProgress(of, data)
  if (agent !== undefined) return agent
  const record = recordOf(session, line)
  const text = progressSays(data)
  if (text === undefined) return { record, line, reading: structural(line.type) }
  const call = line.parentToolUseID === undefined ? undefined : record.exchanges.get(line.parentToolUseID)
  const speaker = { kind: "tool", name: call?.name ?? wordsOf(data.type) ?? "progress" } as const
  const blocks = [{ kind: "text", text } as const]
  return {
    record,
    line,
    reading: aside({ kind: "message", role: "tool", speaker, blocks, audience: "surface" }),
  }
}

/** The end of a run that was printed: its last words once more. */
const readResult = ({ session, line }: Line): Placed => {
  const record = recordOf(session, line)
  const text = wordsOf(line.result)
  if (text === undefined) return { record, line, reading: structural(line.type) }
  const speaker = { kind: "notice", label: "result" } as const
  const blocks = [{ kind: "text", text } as const]
  return {
    record,
    line,
    reading: aside({ kind: "message", role: "user", speaker, blocks, audience: "surface" }),
  }
}

const readTitle = ({ session, line }: Line): Placed => {
  const title = wordsOf(line.customTitle)
  const made = wordsOf(line.aiTitle)
  if (title !== undefined) entitle(session, title, 3, line.sessionId)
  if (made !== undefined) entitle(session, made, 2, line.sessionId)
  return { record: homeOf(session, line.sessionId), line, reading: structural(line.type) }
}

/** A summary line is a title for the chain that ends at its leaf, which may belong to another session. */
const readLeaf = ({ session, line }: Line): Reading => {
  const title = wordsOf(line.summary)
  if (title === undefined || line.leafUuid === undefined) return unread("summary-missing")
  if (session.places.has(line.leafUuid)) entitle(session, title, 1)
  else if (session.titles.size < 1000) session.titles.set(line.leafUuid, title)
  return structural(line.type)
}

const place = (of: Line): Placed | Reading => {
  const { session, line } = of
  switch (line.type) {
    case "user":
    case "assistant":
      return readMessage(of)
    case "attachment":
      return readAttachment(of)
    case "system":
      return readSystem(of)
    case "progress":
      return readProgress(of)
    case "result":
      return readResult(of)
    case "custom-title":
    case "ai-title":
      return readTitle(of)
    case "summary":
      return readLeaf(of)
    case "queue-operation":
    case "last-prompt": {
      const reading = waiting(session, line)
      return reading.fate === "kept" ? { record: homeOf(session, line.sessionId), line, reading } : reading
    }
    default:
      return bookkeeping.has(line.type) ? structural(line.type) : unread("type-unknown")
  }
}

/** A line that is not understood, kept as it is. */
const keepUnread = (session: Session, raw: string, at: number, why: string, line?: SessionLine): Fate => {
  const chained = line?.uuid !== undefined
  const record = chained ? recordOf(session, line) : homeOf(session, line?.sessionId)
  const digest = digestOf(raw).slice(0, 16)
  const times = (record.unread.get(digest) ?? 0) + 1
  record.unread.set(digest, times)
  const id = `unread~${digest}${times === 1 ? "" : `~${times}`}`
  const time = timeOf(line?.timestamp)
  session.ledger.add(record.n, { kind: "unread", raw, why }, { id, time, from: session.fromOf(at), at })
  if (line !== undefined && chained) passBy(session, record, line)
  return { fate: "unread", at, why }
}

const taken = (session: Session, raw: string, at: number): Fate => {
  if (raw.trim() === "") return { fate: "structural", at, type: "blank" }
  const value = parsed(raw)
  if (value === undefined) return keepUnread(session, raw, at, "json-invalid")
  const json = objectOf(value)
  if (json === undefined) return keepUnread(session, raw, at, "not-an-object")
  const line = sessionLine(json)
  if (line === undefined) return keepUnread(session, raw, at, "type-missing")
  const found = place({ session, line, raw, places: placesOf(raw), at })
  if (!("record" in found)) return settled(session, found, raw, at, line)
  const { record, reading } = found
  if (reading.fate !== "kept") return settled(session, reading, raw, at, line, record)
  const fate = keep(session, reading, { record, line: found.line, raw, at })
  if (fate.fate === "kept") after(session, record, found.line, reading)
  return fate
}

const settled = (
  session: Session,
  reading: Reading,
  raw: string,
  at: number,
  line: SessionLine,
  record?: RecordState,
): Fate => {
  if (reading.fate === "unread") return keepUnread(session, raw, at, reading.why, line)
  if (line.uuid !== undefined) passBy(session, record ?? recordOf(session, line), line)
  return { fate: "structural", at, type: reading.fate === "structural" ? reading.type : line.type }
}

/** What later lines ask about one that was kept: calls of sub-agents, titles of its tip, its first words. */
const after = (session: Session, record: RecordState, line: SessionLine, reading: Reading): void => {
  for (const { callId, prompt, title } of line.type === "assistant" ? agentCalls(line.message) : []) {
    const seq = record.exchanges.get(callId)?.call
    if (seq !== undefined)
      record.tasks.set(digestOf(prompt), { seq, ...(title === undefined ? {} : { title }) })
  }
  const title = line.uuid === undefined ? undefined : session.titles.get(line.uuid)
  if (title !== undefined && !record.sub) entitle(session, title, 1)
  if (reading.fate === "kept") said(session, reading.bodies)
}

/**
 * Reads one line, or one element of a web session, into the session's ledger. A line that our own code fails on is
 * taken back and kept as unread.
 */
export const take = (session: Session, raw: string, at: number): void => {
  try {
    session.ledger.fate(taken(session, raw, at))
  } catch {
    session.ledger.revert()
    session.ledger.fate(keepUnread(session, raw, at, "reader-failed"))
  }
}

/** A line that cannot be had as text. */
export const refuse = (session: Session, at: number, why: string): void =>
  session.ledger.fate(keepUnread(session, "", at, why))
