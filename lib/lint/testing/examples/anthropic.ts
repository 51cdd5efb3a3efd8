import { anthropic as a } from "../bodies.ts"
import { type Examples, example } from "./example.ts"

const { body, user: U, assistant: A, use, result: tr, text, thought, image } = a
const marked = { cache_control: { type: "ephemeral" } }
const on = (fires: string, misses: string) => example("anthropic", fires, misses)
const older = { model: "claude-3-5-sonnet-20241022" }
const thinking = { thinking: { type: "enabled", budget_tokens: 2048 } }
const server = (id: string) => ({ type: "server_tool_use", id, name: "web_search", input: {} })
const found = (id: string) => ({ type: "web_search_tool_result", tool_use_id: id, content: [] })
const compaction = { type: "compaction", content: "before" }

const png = (width: number): string => {
  const bytes = Buffer.alloc(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  bytes.write("IHDR", 12, "latin1")
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(8, 20)
  return bytes.toString("base64")
}
const many = (count: number, width: number) =>
  body([U(...Array.from({ length: count }, () => image(png(width))))])

const round = (id: string) => [A(use(id)), U(tr(id))]

export const anthropic: Examples = {
  "anthropic/max-tokens-required": on(body([U("go")], { max_tokens: undefined }), body([U("go")])),
  "anthropic/first-user": on(body([A("hi"), U("go")]), body([U("go")])),
  "anthropic/mid-system": on(
    body([U("go"), { role: "system", content: "s" }, U("on")]),
    body([U("go")], { system: "s" }),
  ),
  "anthropic/no-prefill": on(
    body([U("go"), A("{")], { model: "claude-opus-4-6" }),
    body([U("go"), A("{")], older),
  ),
  "anthropic/prefill-trailing-ws": on(
    body([U("go"), A("{ ")], older),
    body([U("go"), A("{ "), U("on")], older),
  ),
  "anthropic/prefill-no-thinking": on(
    body([U("go"), A("{")], { ...older, ...thinking }),
    body([U("go"), A("{")], older),
  ),
  "anthropic/max-messages": on(
    body(Array.from({ length: 100_001 }, () => ({ role: "user", content: "x" }))),
    body(Array.from({ length: 100_000 }, () => ({ role: "user", content: "x" }))),
  ),
  "anthropic/text-non-empty": on(body([U("go", text(""))]), body([U("go", text("."))])),
  "anthropic/text-non-whitespace": on(
    body([U("go"), { role: "assistant", content: " " }, U("on")]),
    body([U("go "), A(" a"), U("on")]),
  ),
  "anthropic/content-non-empty": on(body([U("go"), A(), U("on")]), body([U("go"), A("a"), U("on")])),
  "anthropic/cache-on-empty": on(body([U("go", text("", marked))]), body([U("go", text("a", marked))])),
  "anthropic/tool-result-may-be-empty": on(
    body([U("go"), A(use("a")), U(tr("a", [text("")]))]),
    body([U("go"), A(use("a")), U(tr("a", []))]),
  ),
  "anthropic/error-result-content": on(
    body([U("go"), A(use("a")), U(tr("a", [], { is_error: true }))]),
    body([U("go"), A(use("a")), U(tr("a", []))]),
  ),
  "anthropic/input-object": on(
    body([U("go"), A(use("a", null)), U(tr("a"))]),
    body([U("go"), ...round("a")]),
  ),
  "anthropic/server-tool-pending": on(
    body([U("go"), A(server("srvtoolu_1"), use("a")), U(tr("a"), "on")]),
    body([U("go"), A(server("srvtoolu_1"), found("srvtoolu_1"), use("a")), U(tr("a"), "on")]),
  ),
  "anthropic/server-tool-ids": on(
    body([U("go"), A(server("srvtoolu_1")), U(tr("srvtoolu_1"))]),
    body([U("go"), A(use("srvtoolu_1")), U(tr("srvtoolu_1"))]),
  ),
  "anthropic/toolset-name": on(
    body([U("go"), A({ ...use("a"), toolset_name: "t" }), U(tr("a"))]),
    body([U("go"), A({ ...use("a"), toolset_name: "t" }), U(tr("a", "ok", { toolset_name: "t" }))]),
  ),
  "anthropic/tool-result-follows": on(
    body([U("go"), A(use("a")), U("on")]),
    body([U("go"), A(use("a")), U(tr("a"), "on")]),
  ),
  "anthropic/tool-result-leading-run": on(
    body([U("go"), A(use("a")), U("on", tr("a"))]),
    body([U("go"), A(use("a"), use("b")), U(tr("b")), U(tr("a"), "on")]),
  ),
  "anthropic/consecutive-merge-hazard": on(
    body([U("go"), A(use("a")), U("on"), U(tr("a"))]),
    body([U("go"), A(use("a")), U(tr("a")), U("on")]),
  ),
  "anthropic/tool-result-has-use": on(body([U("go"), A("a"), U(tr("a"))]), body([U("go"), ...round("a")])),
  "anthropic/tool-use-id-unique": on(
    body([U("go"), ...round("a"), ...round("a")]),
    body([U("go"), ...round("a"), ...round("A")]),
  ),
  "anthropic/tool-result-single": on(
    body([U("go"), A(use("a")), U(tr("a"), tr("a"))]),
    body([U("go"), A(use("a"), use("b")), U(tr("a"), tr("b"))]),
  ),
  "anthropic/tool-id-charset": on(body([U("go"), ...round("a.b")]), body([U("go"), ...round("a-_B9")])),
  "anthropic/tool-id-length": on(
    body([U("go"), ...round("a".repeat(65))]),
    body([U("go"), ...round("a".repeat(64))]),
  ),
  "anthropic/tool-name": on(
    body([U("go")], { tools: [{ name: "a.b", input_schema: { type: "object" } }] }),
    body([U("go")], { tools: [{ name: "a".repeat(128), input_schema: { type: "object" } }] }),
  ),
  "anthropic/tool-reference": on(
    body([U("go"), A(use("a")), U(tr("a", [{ type: "tool_reference", tool_name: "gone" }]))]),
    body([U("go"), A(use("a")), U(tr("a", [{ type: "tool_reference", tool_name: "bash" }]))]),
  ),
  "anthropic/image-media-type": on(
    body([U(image("AAAA", "image/tiff"))]),
    body([U(image("AAAA", "image/webp"))]),
  ),
  "anthropic/image-media-type-true": on(body([U(image(png(8), "image/jpeg"))]), body([U(image(png(8)))])),
  "anthropic/image-role": on(
    body([U("go"), A(image()), U("on")]),
    body([U("go"), A(use("a")), U(tr("a", [image()]))]),
  ),
  "anthropic/image-8000": on(many(1, 8001), many(1, 8000)),
  "anthropic/image-2000-many": on(many(21, 2001), many(20, 2001)),
  "anthropic/image-bytes": on(
    body([U(image("A".repeat(10_000_004)))]),
    body([U(image("A".repeat(10_000_000)))]),
  ),
  "anthropic/cache-4": on(
    body([U(...["a", "b", "c", "d"].map((each) => text(each, marked)))], { system: [text("s", marked)] }),
    body([U(...["a", "b", "c"].map((each) => text(each, marked)))], { system: [text("s", marked)] }),
  ),
  "anthropic/cache-min": on(
    body([U(text("a", marked))], { model: "claude-sonnet-5" }),
    body([U(text("word ".repeat(1000), marked))], { model: "claude-sonnet-5" }),
  ),
  "anthropic/compaction-block": on(
    body([U("go", compaction), A("a"), U("on")]),
    body([U(compaction, "go"), A("a"), U("on")]),
  ),
  "anthropic/parallel-flag": on(
    body([U("go")], { parallel_tool_calls: false }),
    body([U("go")], { tool_choice: { type: "auto", disable_parallel_tool_use: true } }),
  ),
}

const signed = (proof: string, words = "hm") =>
  ({
    block: { kind: "reasoning", text: words, proof: { kind: "anthropic-signature", value: proof } },
  }) as const
const by = (model: string, provider = "anthropic", account?: string) => ({
  maker: { provider, api: "messages", model, ...(account === undefined ? {} : { account }) },
})
const from = (origin: object) => ({ provenance: { of: () => ({ id: "2.0", ...origin }), account: "mine" } })
const replay = body([U("go"), A(thought("s"), "yes"), U("on")])
const known = (fires: object, misses: object) =>
  example("anthropic", replay, replay, from(fires), from(misses))
const before = body([U("go"), A(thought("s"), "yes"), U("on")], { system: "one" })

export const thinkings: Examples = {
  "anthropic/thinking-signature-required": on(body([U("go"), A(thought(""), "yes"), U("on")]), replay),
  "anthropic/thinking-unmodified": known(signed("s", "hm hm"), signed("s")),
  "anthropic/thinking-model-bound": known(by("claude-y"), by("claude-x")),
  "glm-anthropic/foreign-thinking": known(by("glm-5", "zai"), by("claude-x")),
  "anthropic/thinking-org-bound": known(
    by("claude-x", "anthropic", "theirs"),
    by("claude-x", "anthropic", "mine"),
  ),
  "anthropic/thinking-prefix-bound": example(
    "anthropic",
    body([U("go"), A(thought("s"), "yes"), U("on"), A("b"), U("c")], { system: "two" }),
    body([U("go"), A("yes"), U("on"), A("b"), U("c")], { system: "two" }),
    { previous: before },
  ),
  "anthropic/thinking-first-when-enabled": on(
    body([U("go"), A("so", use("a")), U(tr("a"))], thinking),
    body([U("go"), A(use("a")), U(tr("a")), A("so"), U("on")], thinking),
  ),
  "anthropic/thinking-when-disabled-final": on(
    body([U("go"), A(thought("s"), "yes")], { thinking: { type: "disabled" } }),
    body([U("go"), A(thought("s"), "yes"), U("on")], { thinking: { type: "disabled" } }),
  ),
  "anthropic/thinking-not-last": on(body([U("go"), A("yes", thought("s")), U("on")]), replay),
  "anthropic/thinking-budget": on(
    body([U("go")], { thinking: { type: "enabled", budget_tokens: 1023 } }),
    body([U("go")], { thinking: { type: "enabled", budget_tokens: 1024 } }),
  ),
  "anthropic/thinking-types-by-model": on(
    body([U("go")], { thinking: { type: "always" } }),
    body([U("go")], { thinking: { type: "adaptive" } }),
  ),
  "anthropic/thinking-no-cache-control": on(
    body([U("go"), A({ ...thought("s"), ...marked }, "yes"), U("on")]),
    body([U("go"), A(thought("s"), text("yes", marked)), U("on")]),
  ),
  "anthropic/tool-choice-thinking": on(
    body([U("go")], { ...thinking, tool_choice: { type: "any" } }),
    body([U("go")], { ...thinking, tool_choice: { type: "none" } }),
  ),
}
