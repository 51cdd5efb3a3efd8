import type { Beside } from "../../lint.ts"
import { anthropic as a, chat as c, responses as r } from "../bodies.ts"
import { type Flag, flag } from "./flag.ts"

const { user: U, assistant: A, use, result: tr, thought } = a
const from = (origin: object): Beside => ({ provenance: { of: () => ({ id: "2.0", ...origin }) } })
const maker = (provider: string, model: string) => ({ maker: { provider, api: "messages", model } })
const turn = (system: string, ...tools: readonly string[]) => ({
  system,
  tools: tools.map((name) => ({ name, input_schema: { type: "object" } })),
})
const told = [U("go"), A(thought("s"), "yes"), U("on")]

export const reasoning: readonly Flag[] = [
  flag(
    "37",
    "another model's thinking",
    "anthropic",
    a.body(told),
    [["anthropic/thinking-model-bound", "/messages/1/content/0"]],
    from(maker("anthropic", "claude-y")),
  ),
  flag(
    "38",
    "another provider's thinking",
    "anthropic",
    a.body(told),
    [["glm-anthropic/foreign-thinking", "/messages/1/content/0"]],
    from(maker("zai", "glm-5")),
  ),
  flag(
    "39",
    "a thinking block that is not the one issued",
    "anthropic",
    a.body(told),
    [["anthropic/thinking-unmodified", "/messages/1/content/0"]],
    from({ block: { kind: "reasoning", text: "hm!", proof: { kind: "anthropic-signature", value: "s" } } }),
  ),
  flag(
    "40, system",
    "an edited system text",
    "anthropic",
    a.body([...told, A("b"), U("c")], turn("two", "bash")),
    [
      ["common/stable-prefix", "/system"],
      ["anthropic/thinking-prefix-bound", "/messages/1/content/0"],
    ],
    { previous: a.body(told, turn("one", "bash")) },
  ),
  flag(
    "40, tools",
    "one tool more",
    "anthropic",
    a.body([...told, A("b"), U("c")], turn("one", "bash", "read")),
    [
      ["common/stable-prefix", "/tools/1"],
      ["anthropic/thinking-prefix-bound", "/messages/1/content/0"],
    ],
    { previous: a.body(told, turn("one", "bash")) },
  ),
  flag("41", "an empty signature", "anthropic", a.body([U("go"), A(thought(""), "yes"), U("on")]), [
    ["anthropic/thinking-signature-required", "/messages/1/content/0"],
  ]),
  flag(
    "42",
    "thinking switched on in a running loop",
    "anthropic",
    a.body([U("go"), A(use("a")), U(tr("a"))], { thinking: { type: "enabled", budget_tokens: 2048 } }),
    [["anthropic/thinking-first-when-enabled", "/messages/1/content/0"]],
  ),
  flag(
    "44",
    "the reasoning field was dropped",
    "kimi",
    c.body([c.user("go"), c.assistant("", c.call("bash:0")), c.tool("bash:0")]),
    [["kimi/reasoning-on-tool-calls", "/messages/1"]],
  ),
  flag(
    "45",
    "an empty reasoning field",
    "kimi",
    c.body([c.user("go"), { ...c.assistant("", c.call("bash:0")), reasoning_content: "" }, c.tool("bash:0")]),
    [["kimi/reasoning-empty", "/messages/1/reasoning_content"]],
  ),
  flag(
    "46",
    "the field is missing on the loop's last turn",
    "deepseek",
    c.body([
      c.user("go"),
      { ...c.assistant("", c.call("a")), reasoning_content: "" },
      c.tool("a"),
      c.assistant("so"),
      c.user("on"),
    ]),
    [["deepseek/reasoning-all", "/messages/3"]],
  ),
  flag(
    "47",
    "reasoning before another message than its own",
    "openai-responses",
    r.body([r.user("go"), r.reasoning({ id: "rs_1" }), { role: "assistant", content: "so" }, r.user("on")]),
    [["responses/reasoning-needs-next", "/input/1"]],
  ),
  flag(
    "48",
    "one item by reference and in full",
    "openai-responses",
    r.body([
      r.user("go"),
      { type: "item_reference", id: "rs_1" },
      r.reasoning({ id: "rs_1" }),
      r.assistant("so", { id: "msg_1" }),
      r.user("on"),
    ]),
    [["responses/item-id-unique", "/input/2/id"]],
  ),
  flag(
    "49",
    "an id where nothing is kept",
    "codex",
    r.body(
      [r.user("go"), r.reasoning({ id: "rs_1", encrypted_content: "e" }), r.assistant("so"), r.user("on")],
      { store: false },
    ),
    [["responses/reasoning-id-with-encrypted", "/input/1/id"]],
  ),
  flag("50", "a loop without its reasoning", "xai", r.body([r.user("go"), r.call("a"), r.output("a")]), [
    ["xai/encrypted-reasoning", "/input/1"],
  ]),
  flag(
    "52",
    "arguments cut off",
    "openai",
    c.body([c.user("go"), c.assistant(null, c.call("a", '{"command":"cd ')), c.tool("a", "error")]),
    [["openai-chat/arguments-string", "/messages/1/tool_calls/0/function/arguments"]],
  ),
  flag(
    "53",
    "empty arguments",
    "openai",
    c.body([c.user("go"), c.assistant(null, c.call("a", "")), c.tool("a")]),
    [["openai-chat/arguments-string", "/messages/1/tool_calls/0/function/arguments"]],
  ),
  flag(
    "55",
    "arguments encoded twice",
    "openai-compatible",
    c.body([c.user("go"), c.assistant(null, c.call("a", '"{}"')), c.tool("a")]),
    [
      ["common/args-object", "/messages/1/tool_calls/0/function/arguments"],
      ["vllm/args-json", "/messages/1/tool_calls/0/function/arguments"],
    ],
  ),
  flag("57", "a string as input", "anthropic", a.body([U("go"), A(use("a", "…")), U(tr("a"))]), [
    ["anthropic/input-object", "/messages/1/content/0/input"],
  ]),
]
