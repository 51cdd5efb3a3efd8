import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./run.ts"

/**
 * `npm run tree`: what types and lint do not see. The top level holds only what belongs there, no file is longer than
 * one can read, the lock file names no host to fetch from, and nothing tied to one machine or left open is kept.
 */

const topLevel = new Set([
  ...["package.json", "package-lock.json", "tsconfig.json", "next.config.mjs", "README.md", "LICENSE"],
  ...["proxy.ts", "instrumentation.ts", "app", "lib", "db", "e2e"],
])

const longest = 300

/** Written by a tool, or by others. */
const isApart = (path: string): boolean =>
  path === "package-lock.json" || path.startsWith("db/migrations/") || /(^|\/)(golden|samples)\//.test(path)

const isText = (path: string): boolean => /\.(ts|tsx|mjs|css|json|md|sql)$|(^|\/)\.[^/]+$|^\.ci\//.test(path)

const isCode = (path: string): boolean => /\.(ts|tsx|mjs|css)$/.test(path)

/** Joined here, so that this file does not hold what it looks for. */
const unwanted: readonly (readonly [what: string, isIn: (line: string) => boolean])[] = [
  ["work left open", (line) => new RegExp(`\\b(${["TO", "DO|FIX", "ME"].join("")})\\b`).test(line)],
  ["a folder of this machine", (line) => line.includes(root)],
  ["the host of a package registry", (line) => /\bregistry\.[a-z.-]+\.[a-z]{2,}/.test(line)],
  ["the number of an issue", (line) => /\bissue #?\d+/i.test(line)],
]

const ofFile = (path: string): readonly string[] => {
  const lines = readFileSync(join(root, path), "utf8").split("\n")
  const long =
    isCode(path) && lines.length - 1 > longest
      ? [`${path}: ${lines.length - 1} lines, more than ${longest}`]
      : []
  return [
    ...long,
    ...lines.flatMap((line, at) =>
      unwanted.filter(([, isIn]) => isIn(line)).map(([what]) => `${path}:${at + 1}: ${what}`),
    ),
  ]
}

const ofLock = (): readonly string[] =>
  /"resolved": "(?!file:)/.test(readFileSync(join(root, "package-lock.json"), "utf8"))
    ? [
        "package-lock.json: names where packages were fetched from; run npm with `omit-lockfile-registry-resolved`",
      ]
    : []

const main = (): number => {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" })
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(root, path)))
  const top = new Set(files.map((path) => path.split("/")[0] ?? ""))
  const faults = [
    ...[...top]
      .filter((name) => !name.startsWith(".") && !topLevel.has(name))
      .map((name) => `${name}: does not belong at the top level`),
    ...files.filter((path) => isText(path) && !isApart(path)).flatMap(ofFile),
    ...ofLock(),
  ]
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  return faults.length === 0 ? 0 : 1
}

process.exitCode = main()
