import { describe, expect, it } from "vitest"
import { targetOf } from "#lib/dialect/targets.ts"
import { extend, project } from "#lib/project.ts"
import { agent, claude, type Draft, gpt, header, record, rewind, user } from "#lib/record/build.ts"
import type { Header } from "#lib/record/entry.ts"

const options = { objects: () => undefined }

const modelOn = (id: string, ...drafts: readonly Draft[]): string => {
  const target = targetOf(id)
  if (target === undefined) throw new Error(`no target ${id}`)
  const { model, wire, crossings } = project(record(...drafts), target, options)
  const named = crossings.all().find(({ at }) => at[0]?.pointer === "/model")
  if (named !== undefined) {
    expect(JSON.parse(wire.text()).model).toBe(model)
    const carried = named.from !== undefined && "header" in named.from
    expect(carried).toBe(drafts.some((draft) => draft.kind === "header" && draft.target.model === model))
  }
  return model
}

const to = (provider: string, dialect: Header["target"]["dialect"], model: string) =>
  header({ target: { provider, dialect, model } })
const by = (provider: string, api: string, model: string) => agent("so", { maker: { provider, api, model } })

describe("the model of a wire", () => {
  const ours = (id: string): string | undefined => targetOf(id)?.model

  it("is the header's where the target is of its dialect and its provider", () => {
    expect(modelOn("openai", to("openai", "chat", "gpt-x"), user("go"))).toBe("gpt-x")
    expect(modelOn("kimi", to("moonshot", "chat", "kimi-x"), user("go"))).toBe("kimi-x")
    expect(modelOn("anthropic", to("anthropic", "messages", "claude-y"), user("go"))).toBe("claude-y")
  })

  it("is never another provider's, of whatever dialect", () => {
    const openai = [to("openai", "chat", "gpt-x"), user("go"), by("openai", "chat", "gpt-x")] as const
    for (const id of ["kimi", "deepseek", "mistral"]) expect(modelOn(id, ...openai)).toBe(ours(id))
    const anthropic = [header(), user("go"), agent("so", { maker: claude })] as const
    expect(modelOn("glm", ...anthropic)).toBe(ours("glm"))
    expect(modelOn("xai", to("openai", "responses", "gpt-x"), user("go"), agent("so", { maker: gpt }))).toBe(
      ours("xai"),
    )
  })

  it("is any provider's on a server that any may stand behind", () => {
    expect(modelOn("openai-compatible", to("openai", "chat", "gpt-x"), user("go"))).toBe("gpt-x")
    expect(modelOn("openai-compatible", user("go"), by("moonshot", "chat", "kimi-x"))).toBe("kimi-x")
  })

  it("is the newest maker's of its api and provider where no header names one", () => {
    const log = [user("go"), by("zai", "messages", "glm-x"), user("on"), agent("so", { maker: claude })]
    expect(modelOn("glm", ...log)).toBe("glm-x")
    expect(modelOn("anthropic", ...log)).toBe(claude.model)
    expect(modelOn("claude-prompt", ...log)).toBe(claude.model)
    expect(modelOn("anthropic", ...log, user("more"), by("anthropic", "messages", "claude-z"))).toBe(
      "claude-z",
    )
    expect(
      modelOn("anthropic", ...log, user("more"), by("anthropic", "messages", "claude-z"), rewind(4)),
    ).toBe(claude.model)
    expect(modelOn("openai-compatible", user("go"), by("a", "chat", "a-1"), by("b", "chat", "b-1"))).toBe(
      "b-1",
    )
  })

  it("is found again when the record grows by a newer maker", () => {
    const target = targetOf("anthropic")
    if (target === undefined) throw new Error("no target anthropic")
    const log = record(
      user("go"),
      by("anthropic", "messages", "claude-z"),
      user("on"),
      by("zai", "messages", "glm-x"),
    )
    const grown = extend(project({ entries: log.entries.slice(0, 1) }, target, options), log.entries.slice(1))
    expect(grown.model).toBe("claude-z")
    expect(grown.wire.text()).toBe(project(log, target, options).wire.text())
  })
})
