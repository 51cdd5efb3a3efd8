import { type ChildProcess, spawn } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** The repository's own folder. */
export const root = dirname(import.meta.dirname)

const own = createRequire(join(root, "package.json"))

/** A file of an installed package, whether or not its `exports` let it be imported: to be run by this Node. */
export const script = (name: string, file: string): string =>
  join(dirname(own.resolve(`${name}/package.json`)), file)

export type Run = {
  readonly environment?: Readonly<Record<string, string>>
  /** Milliseconds after which it is ended. */
  readonly patience?: number
  /** Standard output goes nowhere; what it complains about is still shown. */
  readonly quiet?: boolean
}

const running = new Set<ChildProcess>()
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    for (const child of running) child.kill(signal)
    process.exitCode = 130
  })

/** Runs this Node with arguments in the repository; gives the exit code, 1 where it was ended by a signal. */
export const node = (
  given: readonly string[],
  { environment = {}, patience, quiet = false }: Run = {},
): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, given, {
      cwd: root,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...environment },
      stdio: ["ignore", quiet ? "ignore" : "inherit", "inherit"],
      ...(patience === undefined ? {} : { timeout: patience }),
    })
    running.add(child)
    const end = (code: number): void => {
      running.delete(child)
      resolve(code)
    }
    child.once("error", () => end(1))
    child.once("exit", (code) => end(code ?? 1))
  })
