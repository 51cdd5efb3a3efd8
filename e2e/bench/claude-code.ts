import { type Chance, chance } from "./chance.ts"
import { base64, input, output, prose } from "./writing.ts"

/**
 * A Claude Code session as that tool writes it: one line a content block, results that carry their output twice,
 * bookkeeping between. Shares of line kinds and their lengths follow real sessions.
 */

const sessionId = "5f0c2a9e-4d1b-4c86-9a37-0b6f4e21d8aa"
const names = ["Bash", "Read", "Edit", "Grep"] as const

type Writing = { readonly by: Chance; lines: number; parent: string | null; responses: number; calls: number }

const hex = (by: Chance, length: number): string =>
  Array.from({ length }, () => by.between(0, 15).toString(16)).join("")

const uuid = (by: Chance): string =>
  `${hex(by, 8)}-${hex(by, 4)}-4${hex(by, 3)}-a${hex(by, 3)}-${hex(by, 12)}`

const start = Date.UTC(2026, 10, 30)

/** A line in the chain of parents. */
const linked = (to: Writing, fields: Readonly<Record<string, unknown>>): string => {
  const own = uuid(to.by)
  const line = {
    parentUuid: to.parent,
    isSidechain: false,
    ...fields,
    uuid: own,
    timestamp: new Date(start + to.lines++ * 700).toISOString(),
    userType: "external",
    cwd: "/home/dev/project",
    sessionId,
    version: "2.1.219",
    gitBranch: "main",
  }
  to.parent = own
  return JSON.stringify(line)
}

const usage = (by: Chance) => ({
  input_tokens: by.between(1, 12),
  cache_creation_input_tokens: by.between(100, 4000),
  cache_read_input_tokens: by.between(10_000, 150_000),
  output_tokens: by.between(20, 1200),
  service_tier: "standard",
})

const said = (to: Writing, id: string, block: Readonly<Record<string, unknown>>, stop: string): string =>
  linked(to, {
    message: {
      model: "claude-opus-5",
      id,
      type: "message",
      role: "assistant",
      content: [block],
      stop_reason: stop,
      stop_sequence: null,
      usage: usage(to.by),
    },
    requestId: `req_${id.slice(4)}`,
    type: "assistant",
  })

const prompt = (to: Writing): string =>
  linked(to, { type: "user", message: { role: "user", content: prose(to.by, to.by.between(40, 600)) } })

const answered = (to: Writing, id: string): string => {
  const content = output(to.by, to.by.between(150, 4000))
  return linked(to, {
    type: "user",
    message: { role: "user", content: [{ tool_use_id: id, type: "tool_result", content }] },
    toolUseResult: { stdout: content, stderr: "", interrupted: false, isImage: false },
  })
}

const round = (to: Writing): readonly string[] => {
  const { by } = to
  const id = `msg_${String(++to.responses).padStart(24, "0")}`
  const calls = Array.from(
    { length: by.next() < 0.2 ? 2 : 1 },
    () => `toolu_${String(++to.calls).padStart(24, "0")}`,
  )
  const thinking = {
    type: "thinking",
    thinking: prose(by, by.between(100, 900)),
    signature: base64(by, by.between(300, 900)),
  }
  return [
    ...(by.next() < 0.35 ? [said(to, id, thinking, "tool_use")] : []),
    ...(by.next() < 0.15
      ? [said(to, id, { type: "text", text: prose(by, by.between(40, 400)) }, "tool_use")]
      : []),
    ...calls.map((call) =>
      said(
        to,
        id,
        { type: "tool_use", id: call, name: by.pick(names), input: JSON.parse(input(by)) },
        "tool_use",
      ),
    ),
    ...calls.map((call) => answered(to, call)),
    ...(by.next() < 0.1
      ? [linked(to, { type: "attachment", attachment: { type: "task_reminder", content: [], itemCount: 0 } })]
      : []),
  ]
}

const answer = (to: Writing): string => {
  const id = `msg_${String(++to.responses).padStart(24, "0")}`
  return said(to, id, { type: "text", text: prose(to.by, to.by.between(200, 1600)) }, "end_turn")
}

const snapshot = (to: Writing): string =>
  JSON.stringify({
    type: "file-history-snapshot",
    messageId: to.parent,
    snapshot: { messageId: to.parent, trackedFileBackups: {}, timestamp: new Date(start).toISOString() },
    isSnapshotUpdate: false,
  })

const turn = (to: Writing): readonly string[] => [
  snapshot(to),
  prompt(to),
  ...Array.from({ length: to.by.between(3, 12) }, () => round(to)).flat(),
  answer(to),
  linked(to, {
    type: "system",
    subtype: "turn_duration",
    durationMs: to.by.between(2000, 400_000),
    isMeta: false,
  }),
]

/** The session's lines, turn after turn, without end; the same every time. */
export function* claudeCodeTurns(seed = 3): Generator<readonly string[]> {
  const to: Writing = { by: chance(seed), lines: 0, parent: null, responses: 0, calls: 0 }
  for (;;) yield turn(to)
}

/** Lines of at least `bytes` UTF-8 bytes, ending with a whole turn. */
export const claudeCodeLines = (bytes: number): readonly string[] => {
  const lines: string[] = []
  let size = 0
  for (const next of claudeCodeTurns()) {
    lines.push(...next)
    size += next.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
    if (size >= bytes) break
  }
  return lines
}
