import { type ChildProcess, spawn } from "node:child_process"
import { createRequire } from "node:module"
import { createServer } from "node:net"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { knownTargets } from "#lib/live/targets.ts"
import { knownToolConfig } from "#lib/live/tools/config.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { isStale } from "./build-state.ts"
import { lineage } from "./parents.ts"
import { addressOf, readSettings, type Settings } from "./settings.ts"

/**
 * `npm start` and `npm run dev`: checks the settings, builds where the build is missing or old, and runs Next in a
 * process of its own, which needs no runner. This one only passes signals on, and ends when that one does. `npm run
 * build` only builds.
 */

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const next = createRequire(join(root, "package.json")).resolve("next/dist/bin/next")
const quiet = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" }

const free = (settings: Settings): Promise<Outcome<true>> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const facts = { host: settings.host, port: settings.port }
      resolve(
        error.code === "EADDRINUSE"
          ? refused("port-taken", facts)
          : refused("address-unusable", { ...facts, why: error.code ?? error.message }),
      )
    })
    probe.listen(settings.port, settings.host, () => probe.close(() => resolve(fine(true))))
  })

const ended = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.once("error", () => resolve(1))
    child.once("exit", (code, signal) =>
      resolve(code ?? (signal === "SIGINT" || signal === "SIGTERM" ? 0 : 1)),
    )
  })

/** Signals go to the server, which ends this process by ending; a second one of a shell's group is harmless. */
const passSignals = (child: ChildProcess): void => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal))
}

/**
 * npm hands a signal to its shell only, and dies alone when it is killed outright: in both cases whose child this
 * process is changes, and the port would stay taken if it did not go too.
 */
const endWithParent = (child: ChildProcess): void => {
  if (process.env.npm_lifecycle_event === undefined) return
  const born = lineage()
  setInterval(() => {
    if (lineage() !== born) child.kill("SIGTERM")
  }, 100).unref()
}

const build = async (): Promise<number> => {
  console.error("Building Crossing, once for this version of its sources …")
  const child = spawn(process.execPath, [next, "build", root], {
    cwd: root,
    env: { ...quiet, NODE_ENV: "production" },
    stdio: ["ignore", 2, 2],
  })
  passSignals(child)
  return ended(child)
}

const serve = (settings: Settings, mode: "start" | "dev"): Promise<number> => {
  const child = spawn(
    process.execPath,
    [next, mode, root, "-H", settings.host, "-p", String(settings.port)],
    {
      cwd: root,
      env: {
        ...quiet,
        NEXT_MANUAL_SIG_HANDLE: "true",
        NODE_ENV: mode === "start" ? "production" : "development",
      },
      stdio: ["ignore", mode === "start" ? "ignore" : "inherit", "inherit", "ipc"],
    },
  )
  child.on("message", () => {
    process.stdout.write(`Crossing is at ${addressOf(settings)}\n`)
  })
  passSignals(child)
  endWithParent(child)
  return ended(child)
}

const refuse = (sentence: string, code: number): number => {
  console.error(sentence)
  return code
}

const main = async (): Promise<number> => {
  if (process.argv.includes("--build")) return build()
  const mode = process.argv.includes("--dev") ? "dev" : "start"
  const settings = readSettings(process.env)
  if (!settings.ok) return refuse(sentenceOf(settings.problem), 2)
  const known = knownTargets()
  if (!known.ok) return refuse(sentenceOf(known.problem), 2)
  const tools = knownToolConfig()
  if (!tools.ok) return refuse(sentenceOf(tools.problem), 2)
  const available = await free(settings.value)
  if (!available.ok) return refuse(sentenceOf(available.problem), 1)
  if (mode === "start" && isStale(root)) {
    const code = await build()
    if (code !== 0)
      return refuse("The build did not succeed, so there is nothing to start; its reason stands above.", code)
  }
  return serve(settings.value, mode)
}

process.exitCode = await main()
