import { anthropic, chat, converse, gemini, ollama, responses } from "../bodies.ts"
import type { Row, Rows } from "./row.ts"

const { user: U } = anthropic

const c = chat
const onChat = (messages: readonly unknown[], rule: string, more: Partial<Row> = {}): Row => ({
  target: "openai",
  body: c.body(messages),
  rule,
  ...more,
})
const r = responses
const onResponses = (input: readonly unknown[], rule: string, more: Partial<Row> = {}): Row => ({
  target: "openai-responses",
  body: r.body(input),
  rule,
  ...more,
})
const g = gemini
const onGemini = (contents: readonly unknown[], rule?: string, more: Partial<Row> = {}): Row => ({
  target: "gemini",
  body: g.body(contents),
  ...(rule === undefined ? {} : { rule: `gemini/${rule}` }),
  ...more,
})
const long = "a".repeat(11_437_877)

export const othersRows: Rows = {
  47: onResponses(
    [
      r.user("go"),
      r.reasoning({ encrypted_content: "e" }),
      { type: "message", role: "assistant", content: "" },
      r.call("a"),
      r.output("a"),
    ],
    "xai/content-element",
    { target: "xai" },
  ),
  48: onResponses([r.user("go"), r.call("c"), r.user("on")], "responses/call-has-output"),
  49: onResponses([r.user("go"), r.output("c")], "responses/output-has-call"),
  50: onResponses(
    [r.user("go"), r.reasoning({ id: "rs_1" }), r.user("on")],
    "responses/reasoning-needs-next",
  ),
  51: onResponses(
    [
      r.user("go"),
      r.reasoning({ id: "rs_1" }),
      r.assistant("a", { id: "msg_1" }),
      r.user("on"),
      r.reasoning({ id: "rs_1" }),
      r.assistant("b", { id: "msg_2" }),
      r.user("and"),
    ],
    "responses/item-id-unique",
    { pointer: "/input/4/id" },
  ),
  52: onResponses([], "responses/store-false-refs", {
    body: r.body([r.user("go"), r.reasoning({ id: "rs_1" }), r.assistant("a"), r.user("on")], {
      store: false,
    }),
  }),
  53: onResponses([r.user("go"), r.call("c".repeat(69)), r.output("c".repeat(69))], "responses/call-id-64"),
  54: onResponses([r.user("go"), r.call("c"), r.output("c", long)], "responses/output-10mib"),
  55: onGemini([g.model(g.call("a", "c2ln")), g.user(g.response("a"))], "call-after-user-or-response"),
  56: onGemini(
    [
      g.user("go"),
      g.model(g.call("a", "c2ln"), g.call("b")),
      g.user(g.response("a")),
      g.user(g.response("b")),
    ],
    "response-count",
  ),
  57: onGemini([], "response-no-siblings-2x", {
    body: g.body(
      [g.user("go"), g.model(g.call("a"), g.call("b")), g.user(g.response("a"), g.picture, g.response("b"))],
      { model: "gemini-2.5-flash" },
    ),
    severity: "warning",
  }),
  58: onGemini([g.user("go"), g.model(g.call("a")), g.user(g.response("a"))], "thought-signature-required"),
  59: onGemini([
    g.user("go"),
    g.model(g.call("a", "c2ln"), g.call("b")),
    g.user(g.response("a"), g.response("b")),
  ]),
  60: onGemini([g.user("go"), g.model(g.call("a", "c2ln", "{}")), g.user(g.response("a"))], "args-object"),
  61: {
    target: "ollama",
    body: ollama.body([c.user("go"), c.assistant("", ollama.call("a", "{}")), ollama.tool("a")]),
    rule: "ollama/args-object",
  },
  "62, list": {
    target: "ollama",
    body: ollama.body([c.user([{ type: "text", text: "go" }])]),
    rule: "ollama/content-string",
  },
  "62, picture": {
    target: "ollama",
    body: ollama.body([{ role: "user", content: "go", images: ["data:image/png;base64,AAAA"] }]),
    rule: "ollama/content-string",
    also: ["common/text-only-model-no-image"],
  },
  63: {
    target: "bedrock",
    body: converse.body(
      [converse.user("go"), converse.assistant(converse.use("a")), converse.user(converse.result("a"))],
      {},
    ),
    rule: "bedrock/tool-config",
  },
  64: {
    target: "bedrock",
    body: converse.body([
      converse.user("go"),
      converse.assistant(converse.use("a")),
      converse.user(converse.result("a", [], "error")),
    ]),
    rule: "bedrock/error-result-content",
    severity: "warning",
  },
  "65, text": {
    target: "anthropic",
    body: anthropic.body([U("cut \ud83d")]),
    rule: "common/json-well-formed-unicode",
  },
  "65, arguments": onChat(
    [c.user("go"), c.assistant(null, c.call("a", '{"x":"\\ud83d"}')), c.tool("a")],
    "common/json-well-formed-unicode",
  ),
}
