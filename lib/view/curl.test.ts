import { spawnSync } from "node:child_process"
import fc from "fast-check"
import { expect, test } from "vitest"
import { curl, shellWord } from "./curl.ts"

const endpoint = {
  url: "https://api.example.com/v1/messages?beta=true&x=1",
  auth: { header: "x-api-key", prefix: "Key " },
}

/** Runs a command in a shell where `curl` prints its arguments, one a line, and then what it reads. */
const run = (command: string): { readonly given: readonly string[]; readonly read: string } => {
  const script = `curl() { printf '%s\\n' "$#" "$@"; cat; }\n${command}`
  const { stdout } = spawnSync("/bin/sh", {
    input: script,
    encoding: "utf8",
    env: { ...process.env, API_KEY: "s3cret" },
  })
  const lines = stdout.split("\n")
  const count = Number(lines[0])
  return { given: lines.slice(1, count + 1), read: lines.slice(count + 1).join("\n") }
}

test("a shell reads any text as one word, unchanged", () => {
  const noNul = fc.string({ unit: "grapheme", maxLength: 30 }).filter((text) => !text.includes("\0"))
  fc.assert(
    fc.property(
      fc.oneof(noNul, fc.constantFrom("'", "$(id)", "`id`", "a\\", "!x", "-n", "%s", "\n")),
      (text) => {
        const { stdout } = spawnSync("/bin/sh", ["-c", `printf %s ${shellWord(text)}`], { encoding: "utf8" })
        expect(stdout).toBe(text)
      },
    ),
    { numRuns: 60 },
  )
})

test("the command posts the body byte for byte, with the key of the environment", () => {
  const body = JSON.stringify({ text: `it's $HOME "quoted" \`id\` \\n ${"x".repeat(300_000)} 日本語` })
  const { given, read } = run(curl(endpoint, "messages", body))
  expect(read).toBe(body)
  expect(given).toEqual([
    "-sS",
    endpoint.url,
    "-H",
    "content-type: application/json",
    "-H",
    "anthropic-version: 2023-06-01",
    "-H",
    "x-api-key: Key s3cret",
    "--data-binary",
    "@-",
  ])
})

test("no key stands in it", () => {
  expect(curl(endpoint, "chat", "{}")).toContain("$API_KEY")
  expect(curl(endpoint, "chat", "{}")).not.toContain("anthropic-version")
})

test("a body of prior turns names the version of its interface too", () => {
  expect(curl(endpoint, "prior-turns", "{}")).toContain("anthropic-version")
})
