import { createHash, randomUUID } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { samples } from "./samples.ts"

/** Transcripts to drop on the app. The made ones ship, so no test depends on real samples alone. */
export type Transcript = { readonly name: string; readonly bytes: Buffer }

type Step =
  | { readonly user: string }
  | { readonly think: string; readonly signature?: string }
  | { readonly say: string }
  | { readonly call: string; readonly name: string; readonly input: object }
  | { readonly result: string; readonly content: unknown }
  | { readonly line: object }

const model = "claude-opus-4-5-20251101"

const assistant = (response: string, block: object): object => ({
  type: "assistant",
  message: {
    id: response,
    type: "message",
    role: "assistant",
    model,
    content: [block],
    stop_reason: null,
    usage: { input_tokens: 3, output_tokens: 9 },
  },
})

const user = (content: unknown): object => ({ type: "user", message: { role: "user", content } })

const bodyOf = (step: Step, response: string): object => {
  if ("user" in step) return user(step.user)
  if ("think" in step)
    return assistant(response, { type: "thinking", thinking: step.think, signature: step.signature ?? "" })
  if ("say" in step) return assistant(response, { type: "text", text: step.say })
  if ("call" in step)
    return assistant(response, { type: "tool_use", id: step.call, name: step.name, input: step.input })
  if ("result" in step)
    return user([{ type: "tool_result", tool_use_id: step.result, content: step.content }])
  return step.line
}

/** Steps as the lines of one Claude Code session; agent's steps in a row are one response. */
export const claudeCode = (session: string, steps: readonly Step[]): Transcript => {
  let parent: string | null = null
  let response = 0
  const lines = steps.map((step, at) => {
    if ("user" in step || "result" in step) response = at + 1
    const uuid = createHash("sha256")
      .update(`${session} ${at}`)
      .digest("hex")
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, "$1-$2-$3-$4-$5")
    const line = {
      parentUuid: parent,
      isSidechain: false,
      userType: "external",
      cwd: "/home/dev/project",
      sessionId: session,
      version: "2.1.47",
      ...bodyOf(step, `msg_${session.slice(0, 8)}_${response}`),
      uuid,
      timestamp: new Date(Date.UTC(2026, 10, 30, 9, 0, at)).toISOString(),
    }
    parent = uuid
    return JSON.stringify(line)
  })
  return { name: `${session}.jsonl`, bytes: Buffer.from(`${lines.join("\n")}\n`) }
}

/** A session with one of everything that a target treats in its own way; each call is another session. */
export const everyday = (session: string = randomUUID()): Transcript =>
  claudeCode(session, [
    { user: `Why does the importer lose the last line? (${session})` },
    {
      think: "The reader may wait for a line feed that never comes.",
      signature: "c2lnbmF0dXJlLW9mLWEtdGhvdWdodA==",
    },
    { say: "I look at the reader first." },
    { call: "toolu_01read", name: "Read", input: { file_path: "/home/dev/project/src/lines.ts", limit: 40 } },
    { result: "toolu_01read", content: "export function* lines(text: string) {\n  // …\n}\n" },
    { think: "No signature came with this one." },
    { say: "The generator yields only behind a line feed." },
    {
      call: "toolu_02run",
      name: "Bash",
      input: { command: "npm test -- lines", description: "Run the tests" },
    },
    { user: "Never mind the tests, just mend it — grüße, 你好 👋" },
    { say: "Mended: what stands behind the last line feed is a line too." },
  ])

export const noSamples = "no real samples: set CROSSING_SAMPLES to a folder of them"

/** A real transcript by its path in the samples; undefined where there are none. */
export const sample = (path: string): Transcript | undefined => {
  const file = join(samples, path)
  return existsSync(file) ? { name: path.split("/").at(-1) ?? path, bytes: readFileSync(file) } : undefined
}

export const linesOf = ({ bytes }: Transcript): number =>
  bytes
    .toString()
    .split("\n")
    .filter((line) => line !== "").length
