import { anthropic as a, converse as b, chat as c, responses as r } from "../bodies.ts"
import { type Flag, flag } from "./flag.ts"

const { user: U, assistant: A, use, result: tr } = a
const turn = (system: string, ...tools: readonly string[]) => ({
  system,
  tools: tools.map((name) => ({ name, input_schema: { type: "object" } })),
})

export const elsewhere: readonly Flag[] = [
  flag("61", "a picture through a router", "openai-compatible", c.body([c.user([c.picture])]), [
    ["common/text-only-model-no-image", "/messages/0/content/0"],
  ]),
  flag("72", "a history handed over with no user in it", "glm", a.body([A(use("a")), U(tr("a"))]), [
    ["glm/needs-user", "/messages"],
    ["anthropic/first-user", "/messages/0"],
  ]),
  flag("73", "a system entry inside", "glm", a.body([U("go"), { role: "system", content: "s" }, U("on")]), [
    ["glm-anthropic/no-system-role", "/messages/1"],
  ]),
  flag(
    "74",
    "a second system message behind a tool run",
    "openai-compatible",
    c.body([
      c.system("s"),
      c.user("go"),
      c.assistant(null, c.call("a")),
      c.tool("a"),
      c.system("t"),
      c.user("on"),
    ]),
    [["qwen-template/system-first", "/messages/4"]],
  ),
  flag(
    "75",
    "no user's turn is left",
    "openai-compatible",
    c.body([c.system("s"), c.assistant(null, c.call("a")), c.tool("a")]),
    [
      ["qwen-template/user-query", "/messages"],
      ["template/alternate", "/messages/1"],
    ],
  ),
  flag(
    "76",
    "a user right behind a tool",
    "mistral",
    c.body([c.user("go"), c.assistant(null, c.call("abcdefgh1")), c.tool("abcdefgh1"), c.user("on")]),
    [["mistral/tool-then-user", "/messages/3"]],
  ),
  flag(
    "79",
    "a side chat without tools",
    "bedrock",
    b.body([b.user("go"), b.assistant(b.use("a")), b.user(b.result("a"), "sum up")], {}),
    [["bedrock/tool-config", "/messages/1/content/0"]],
  ),
  flag(
    "89",
    "a clock in the system text, tools in another order",
    "anthropic",
    a.body([U("go"), A("so"), U("on")], turn("it is 10:01", "read", "bash")),
    [["common/stable-prefix", "/tools/0/name"]],
    { previous: a.body([U("go")], turn("it is 10:00", "bash", "read")) },
  ),
  flag(
    "90",
    "a system text that was built anew",
    "openai-responses",
    r.body([r.user("go"), r.assistant("so"), r.user("on")], { instructions: "you are two" }),
    [["common/stable-prefix", "/instructions"]],
    { previous: r.body([r.user("go")], { instructions: "you are one" }) },
  ),
  flag(
    "91",
    "a counter in a leading system message",
    "openai",
    c.body([c.system("session 2"), c.user("go"), c.assistant("so"), c.user("on")]),
    [["common/stable-prefix", "/messages/0/content"]],
    { previous: c.body([c.system("session 1"), c.user("go")]) },
  ),
  flag(
    "92",
    "a result cut in the middle of an emoji",
    "anthropic",
    a.body([U("go"), A(use("a")), U(tr("a", "failed \ud83d"))]),
    [["common/json-well-formed-unicode", "/messages/2/content/0/content"]],
  ),
  flag(
    "93",
    "half a pair as it leaves, escaped",
    "openai",
    c.body([c.user("x")]).replace('"x"', '"\\udc00"'),
    [["common/json-well-formed-unicode", "/messages/0/content"]],
  ),
  flag(
    "103",
    "a second assistant message at the end",
    "openai-compatible",
    c.body([c.user("go"), c.assistant("step"), c.assistant("report")]),
    [
      ["common/last-turn-not-assistant", "/messages/2"],
      ["llamacpp/assistant-tail", "/messages/2"],
    ],
  ),
  flag(
    "104",
    "empty assistants at the end of a compaction request",
    "openai-compatible",
    c.body([c.user("go"), c.assistant(""), c.assistant("")]),
    [
      ["common/last-turn-not-assistant", "/messages/2"],
      ["llamacpp/assistant-tail", "/messages/2"],
    ],
  ),
]
