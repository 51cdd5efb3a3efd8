import type { TargetId } from "#lib/dialect/targets.ts"
import { converse as b, chat as c, gemini as g, ollama as o, responses as r } from "../bodies.ts"
import { type Examples, example } from "./example.ts"

const pair = (target: TargetId) => (fires: string, misses: string) => example(target, fires, misses)
const responses = pair("openai-responses")
const gemini = pair("gemini")
const bedrock = pair("bedrock")
const native = pair("ollama")
const go = r.user("go")
const on = r.user("on")
const sealed = r.reasoning({ encrypted_content: "e" })
const round = (id: string, name = "bash") => [r.call(id, "{}", name), r.output(id)]
const from = (origin: object) => ({ provenance: { of: () => ({ id: "2.0", ...origin }) } })
const sealedBy = (provider: string) => from({ maker: { provider, api: "responses", model: "m" } })
const replay = r.body([go, sealed, r.assistant("yes"), on])
const phased = (json: string) =>
  from({ block: { kind: "text", text: "yes", native: { api: "responses", json } } })

export const itemExamples: Examples = {
  "responses/call-has-output": responses(
    r.body([go, r.call("a")]),
    r.body([go, r.call("a"), on, r.output("a")]),
  ),
  "responses/output-has-call": responses(
    r.body([go, r.output("a")]),
    r.body([r.output("a")], { previous_response_id: "resp_1" }),
  ),
  "responses/output-after-call": responses(
    r.body([go, r.output("a"), r.call("a")]),
    r.body([go, ...round("a")]),
  ),
  "responses/call-id-64": responses(
    r.body([go, ...round("a".repeat(65))]),
    r.body([go, ...round("a".repeat(64))]),
  ),
  "responses/output-10mib": responses(
    r.body([go, r.call("a"), r.output("a", "x".repeat(10_485_761))]),
    r.body([go, r.call("a"), r.output("a", "x".repeat(10_485_760))]),
  ),
  "responses/item-id-unique": responses(
    r.body([go, r.assistant("a", { id: "msg_1" }), on, r.assistant("b", { id: "msg_1" }), on]),
    r.body([go, r.assistant("a", { id: "msg_1" }), on, r.assistant("b", { id: "msg_2" }), on]),
  ),
  "responses/item-id-prefix": responses(
    r.body([go, r.assistant("a", { id: "call_1" }), on]),
    r.body([go, r.assistant("a", { id: "msg_1" }), on]),
  ),
  "responses/reasoning-needs-next": responses(
    r.body([go, r.reasoning({ id: "rs_1" }), r.assistant("a"), on]),
    r.body([go, sealed, r.assistant("a"), on]),
  ),
  "responses/store-false-refs": responses(
    r.body([go, { type: "item_reference", id: "msg_1" }, on], { store: false }),
    r.body([go, { type: "item_reference", id: "msg_1" }, on]),
  ),
  "responses/reasoning-id-with-encrypted": responses(
    r.body([go, r.reasoning({ id: "rs_1", encrypted_content: "e" }), r.assistant("a"), on], { store: false }),
    r.body([go, r.reasoning({ id: "rs_1", encrypted_content: "e" }), r.assistant("a"), on]),
  ),
  "responses/encrypted-account": example(
    "openai-responses",
    replay,
    replay,
    sealedBy("xai"),
    sealedBy("openai"),
  ),
  "responses/reasoning-summary-required": responses(
    r.body([go, { type: "reasoning", encrypted_content: "e" }, r.assistant("a"), on]),
    replay,
  ),
  "responses/phase-keep": example(
    "openai-responses",
    replay,
    replay,
    phased('{"phase":"commentary"}'),
    phased("{}"),
  ),
  "responses/assistant-output-text": responses(
    r.body([go, { type: "message", role: "assistant", content: [{ type: "input_text", text: "a" }] }, on]),
    r.body([go, r.assistant("a"), on]),
  ),
  "responses/function-name-128": responses(
    r.body([go, ...round("a", "n".repeat(129))]),
    r.body([go, ...round("a", "n".repeat(128))]),
  ),
  "responses/arguments-type": responses(
    r.body([go, r.call("a", {}), r.output("a")]),
    r.body([go, { type: "tool_search_call", arguments: {} }, on]),
  ),
  "responses/compaction-item": responses(
    r.body([{ type: "compaction", encrypted_content: "e".repeat(20_971_521) }, go]),
    r.body([{ type: "compaction", encrypted_content: "e" }, go]),
  ),
  "xai/content-element": pair("xai")(
    r.body([go, { role: "assistant", content: [] }, on]),
    r.body([go, { role: "assistant", content: "a" }, on]),
  ),
  "xai/encrypted-reasoning": pair("xai")(r.body([go, ...round("a")]), r.body([go, sealed, ...round("a")])),
}

const G = [g.user("go")]
const sig = "c2ln"
const called = g.model(g.call("a", sig))
const answered = g.user(g.response("a"))
const two = g.model(g.call("a", sig), g.call("b"))
const signedBy = (provider: string) => from({ maker: { provider, api: "gemini", model: "m" } })
const step = g.body([...G, called, answered])
const stored = (value: string) =>
  from({
    block: {
      kind: "tool-call",
      callId: "a",
      name: "bash",
      arguments: "{}",
      proof: { kind: "gemini-signature", value },
    },
  })

export const geminiExamples: Examples = {
  "gemini/roles": gemini(
    g.body([...G, { role: "assistant", parts: [{ text: "a" }] }, ...G]),
    g.body([...G, g.model("a"), ...G]),
  ),
  "gemini/system-instruction": gemini(
    g.body([{ role: "system", parts: [{ text: "s" }] }, ...G]),
    g.body(G, { systemInstruction: { parts: [{ text: "s" }] } }),
  ),
  "gemini/call-after-user-or-response": gemini(
    g.body([...G, g.model("so"), called, answered]),
    g.body([...G, called, answered, g.model(g.call("b", sig)), g.user(g.response("b"))]),
  ),
  "gemini/response-after-call": gemini(g.body([...G, g.model("so"), answered]), step),
  "gemini/response-count": gemini(
    g.body([...G, two, answered]),
    g.body([...G, two, g.user(g.response("a"), g.response("b"))]),
  ),
  "gemini/response-no-siblings-2x": example(
    "gemini",
    g.body([...G, two, g.user(g.response("a"), g.picture, g.response("b"))]),
    g.body([...G, two, g.user(g.response("a"), g.response("b")), g.user(g.picture)]),
    { model: "gemini-2.5-pro" },
  ),
  "gemini/calls-one-content": gemini(
    g.body([...G, called, g.model(g.call("b")), g.user(g.response("a"), g.response("b"))]),
    g.body([...G, two, g.user(g.response("a"), g.response("b"))]),
  ),
  "gemini/thought-signature-required": gemini(
    g.body([...G, g.model(g.call("a")), answered]),
    g.body([...G, g.model(g.call("a")), answered, g.model("so"), g.user("on")]),
  ),
  "gemini/thought-signature-valid": example("gemini", step, step, signedBy("anthropic"), signedBy("google")),
  "gemini/signature-any-part": example("gemini", step, step, stored("other"), stored(sig)),
  "gemini/args-object": gemini(g.body([...G, g.model(g.call("a", sig, [])), answered]), step),
  "gemini/parts-non-empty": gemini(g.body([...G, { role: "model", parts: [] }, ...G]), g.body(G)),
  "gemini/ends-with-user": gemini(g.body([...G, g.model("so")]), g.body([...G, g.model("so"), ...G])),
  "gemini/function-name": gemini(
    g.body([...G, g.model(g.call("a", sig, {}, "1st")), answered]),
    g.body([...G, g.model(g.call("a", sig, {}, "a.b:c-d")), answered]),
  ),
  "gemini/call-ids": example(
    "gemini",
    g.body([...G, g.model({ functionCall: { name: "bash", args: {} }, thoughtSignature: sig }), answered]),
    step,
    { model: "claude-sonnet-5" },
  ),
  "gemini/duplicate-names-no-id": gemini(
    g.body([
      ...G,
      g.model(
        ...["x", "y"].map((x) => ({ functionCall: { name: "bash", args: { x } }, thoughtSignature: sig })),
      ),
    ]),
    g.body([...G, two]),
  ),
  "gemini/input-limit": gemini(
    g.body([g.user("x".repeat(4_300_000))]),
    g.body([g.user("x".repeat(4_000_000))]),
  ),
}

const B = [b.user("go")]
const used = (id: string, name = "bash") => [b.assistant(b.use(id, {}, name)), b.user(b.result(id))]

export const nativeExamples: Examples = {
  "ollama/args-object": native(
    o.body([c.user("go"), c.assistant("", o.call("a", "{}")), o.tool("a")]),
    o.body([c.user("go"), c.assistant("", o.call("a", {})), o.tool("a")]),
  ),
  "ollama/content-string": native(
    o.body([{ role: "user", content: "go", images: ["https://x/y.png"] }]),
    o.body([{ role: "user", content: "go", images: ["AAAA"] }]),
  ),
  "ollama/tool-fields": native(
    o.body([c.user("go"), c.assistant("", o.call("a")), { role: "tool", content: "ok" }]),
    o.body([c.user("go"), c.assistant("", o.call("a")), { role: "tool", content: "ok", tool_name: "bash" }]),
  ),
  "bedrock/tool-config": bedrock(b.body([...B, ...used("a")], {}), b.body([...B, ...used("a")])),
  "bedrock/result-count": bedrock(
    b.body([...B, b.assistant(b.use("a")), b.user(b.result("a"), b.result("b"))]),
    b.body([...B, b.assistant(b.use("a"), b.use("b")), b.user(b.result("a"), b.result("b"))]),
  ),
  "bedrock/dup-ids": bedrock(
    b.body([...B, b.assistant(b.use("a"), b.use("a")), b.user(b.result("a"), b.result("a"))]),
    b.body([...B, ...used("a"), b.assistant("so"), b.user("on")]),
  ),
  "bedrock/error-result-content": bedrock(
    b.body([...B, b.assistant(b.use("a")), b.user(b.result("a", [], "error"))]),
    b.body([...B, b.assistant(b.use("a")), b.user(b.result("a", []))]),
  ),
  "bedrock/tool-use-id": bedrock(b.body([...B, ...used("a/b")]), b.body([...B, ...used("a.b:c")])),
  "bedrock/name-64": bedrock(
    b.body([...B, ...used("a", "n".repeat(65))]),
    b.body([...B, ...used("a", "n".repeat(64))]),
  ),
  "bedrock/roles": bedrock(b.body([...B, ...B]), b.body(B)),
}
