import { spawn } from "node:child_process"
import { join } from "node:path"

export type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

const root = join(import.meta.dirname, "..", "..", "..")

type Given = { readonly environment?: { readonly [name: string]: string }; readonly input?: string }

/** Runs one of our scripts as a person would, in a process of its own; for tests. */
export const runScript = (script: string, args: readonly string[], given: Given = {}): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const { NODE_OPTIONS: _, VITEST: __, ...inherited } = process.env
    const child = spawn(process.execPath, ["--import", "tsx", join(root, script), ...args], {
      cwd: root,
      env: { ...inherited, ACCESS_TOKEN: "", HOST: "", PORT: "", ...given.environment },
    })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk))
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk))
    child.once("error", reject)
    child.once("close", (code) =>
      resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    )
    child.stdin.end(given.input ?? "")
  })

/** Runs the command line. */
export const crossing = (...args: readonly string[]): Promise<Ran> => runScript("lib/cli/crossing.ts", args)

/** Whether a text is one sentence on one line: what a person gets to read when something is wrong. */
export const isOneSentence = (text: string): boolean => /^[^\n]{10,400}[.…]\n$/.test(text)
