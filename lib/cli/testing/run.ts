import { spawn } from "node:child_process"
import { join } from "node:path"

export type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

const root = join(import.meta.dirname, "..", "..", "..")

/** Names the bundle of the command line that `npm test` made for all its suites; without it the sources are run. */
export const bundleVariable = "CROSSING_TEST_BUNDLE"

/** What Node is given to run the command line, before the arguments. */
export const commandLine = (): readonly string[] => {
  const bundle = process.env[bundleVariable] ?? ""
  return bundle === "" ? ["--import", "tsx", join(root, "lib", "cli", "crossing.ts")] : [bundle]
}

type Given = { readonly environment?: { readonly [name: string]: string }; readonly input?: string }

const run = (args: readonly string[], given: Given): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const { NODE_OPTIONS: _, VITEST: __, ...inherited } = process.env
    const child = spawn(process.execPath, args, {
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

/** Starts the app as a person would, in a process of its own. */
export const serve = (environment: Given["environment"] = {}): Promise<Ran> =>
  run(["--import", "tsx", join(root, "lib", "cli", "serve.ts")], { environment })

/** Runs the command line as a person would, in a process of its own. */
export const crossing = (args: readonly string[], given: Given = {}): Promise<Ran> =>
  run([...commandLine(), ...args], given)

/** Whether a text is one sentence on one line: what a person gets to read when something is wrong. */
export const isOneSentence = (text: string): boolean => /^[^\n]{10,400}[.…]\n$/.test(text)
