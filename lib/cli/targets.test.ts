import { afterAll, describe, expect, it } from "vitest"
import { crossing, isOneSentence, serve } from "./testing/run.ts"
import { folderOf, sessionLines } from "./testing/transcript.ts"

const files = folderOf({
  "session.jsonl": `${sessionLines().join("\n")}\n`,
  "body.json": JSON.stringify({
    model: "m",
    messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "https://x.y/z.png" } }] }],
  }),
  "targets.json": JSON.stringify({
    mine: { like: "openai-compatible", label: "Mine", sees: true },
    kimi: { label: "Kimi of mine" },
  }),
  "wrong.json": JSON.stringify({ kimi: { ids: { most: "many" } } }),
})
afterAll(files.remove)

const run = (name: string, ...args: readonly string[]) =>
  crossing(args, { environment: { CROSSING_TARGETS: files.path(name) } })

describe("rows of a user's own", () => {
  it("are listed among ours, with all columns for machines", async () => {
    const ran = await run("targets.json", "targets")
    expect(ran.stdout).toMatch(/^mine +Mine, chat dialect, yours, like openai-compatible$/m)
    expect(ran.stdout).toMatch(/^kimi +Kimi of mine, chat dialect, yours$/m)
    const listed = JSON.parse((await run("targets.json", "targets", "--json")).stdout)
    expect(listed.at(-1)).toMatchObject({ id: "mine", row: { sees: true, like: "openai-compatible" } })
  })

  it("are projected to and linted against by their id", async () => {
    const projected = await run(
      "targets.json",
      "project",
      files.path("session.jsonl"),
      "--target",
      "mine",
      "--json",
    )
    expect(projected.code).toBe(0)
    expect(JSON.parse(projected.stdout).target).toBe("mine")
    const codes = ["mine", "openai-compatible"].map(async (target) => {
      const ran = await run("targets.json", "lint", files.path("body.json"), "--target", target)
      return ran.code
    })
    expect(await Promise.all(codes)).toEqual([0, 1])
  })

  it.each(["targets", "project session.jsonl --target kimi", "lint body.json --target kimi"])(
    "that do not fit are misuse: %s",
    async (command) => {
      const [name = "", ...args] = command
        .split(" ")
        .map((word) => (/json/.test(word) ? files.path(word) : word))
      const ran = await run("wrong.json", name, ...args)
      expect([ran.code, ran.stdout]).toEqual([2, ""])
      expect(ran.stderr).toContain("wrong.json: kimi.ids.most must be a number")
      expect(isOneSentence(ran.stderr), ran.stderr).toBe(true)
    },
  )

  it.each([
    ["wrong.json", /wrong\.json: kimi\.ids\.most must be a number/],
    ["none.json", /CROSSING_TARGETS names .*none\.json, which cannot be read \(ENOENT\)/],
  ])("that do not fit keep the server from starting: %s", async (name, says) => {
    const ran = await serve({ CROSSING_TARGETS: files.path(name) })
    expect(ran.code).toBe(2)
    expect(ran.stderr).toMatch(says)
    expect(isOneSentence(ran.stderr), ran.stderr).toBe(true)
  })
})
