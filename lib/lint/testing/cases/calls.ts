import { anthropic as a, converse as b, chat as c, responses as r } from "../bodies.ts"
import { type Flag, flag } from "./flag.ts"

const { user: U, assistant: A, use, result: tr, text } = a
const follows = "anthropic/tool-result-follows"
const marked = { cache_control: { type: "ephemeral" } }
const asked = [
  c.user("go"),
  c.assistant(null, c.call("a"), c.call("b")),
  c.tool("a"),
  c.assistant("so"),
  c.user("on"),
]
const reasoned = asked.map((message) =>
  "tool_calls" in message || message.content === "so" ? { ...message, reasoning_content: "hm" } : message,
)

export const calls: readonly Flag[] = [
  flag(
    "1",
    "a call whose input was still streaming",
    "anthropic",
    a.body([U("go"), A(use("a", {}, "write")), U("on")]),
    [[follows, "/messages/1/content/0"]],
  ),
  flag(
    "2",
    "two of three calls lack results",
    "anthropic",
    a.body([U("go"), A(use("a"), use("b"), use("c")), U(tr("a"), "go on")]),
    [
      [follows, "/messages/1/content/1"],
      [follows, "/messages/1/content/2"],
    ],
  ),
  flag(
    "3",
    "calls without results far back",
    "anthropic",
    a.body([U("go"), A(use("x_3"), use("x_5")), U("on"), A("so"), U("and")]),
    [
      [follows, "/messages/1/content/0"],
      [follows, "/messages/1/content/1"],
    ],
  ),
  flag(
    "4",
    "a summary request over a broken history",
    "openai-compatible",
    c.body([c.user("go"), c.assistant(null, c.call("a")), c.user("sum up")]),
    [["openai-chat/tool-after-calls", "/messages/1/tool_calls/0"]],
  ),
  flag("6", "one result short", "deepseek", c.body(reasoned), [
    ["deepseek/tool-count", "/messages/1/tool_calls/1"],
  ]),
  flag(
    "7",
    "an assistant follows instead of a result",
    "openai",
    c.body([c.user("go"), c.assistant(null, c.call("a")), c.assistant("so"), c.user("on")]),
    [["openai-chat/tool-after-calls", "/messages/1/tool_calls/0"]],
  ),
  flag(
    "8",
    "the output fell on the other side of a cut",
    "openai-responses",
    r.body([r.user("go"), r.call("a")]),
    [["responses/call-has-output", "/input/1"]],
  ),
  flag(
    "9",
    "several half pairs in one run, in order",
    "anthropic",
    a.body([U("go"), A(use("a")), U("on"), A("so"), U(tr("gone")), A(use("b")), U("and", tr("b"))]),
    [
      [follows, "/messages/1/content/0"],
      ["anthropic/tool-result-has-use", "/messages/4/content/0"],
      ["anthropic/tool-result-leading-run", "/messages/6/content/1"],
    ],
  ),
  flag(
    "10",
    "a tail that begins with a result",
    "anthropic",
    a.body([U("before: …"), U(tr("a")), A("so"), U("on")]),
    [["anthropic/tool-result-has-use", "/messages/1/content/0"]],
  ),
  flag(
    "16",
    "the assistant with the calls was cut off",
    "openai",
    c.body([c.system("s"), c.user("before: …"), c.tool("a")]),
    [["openai-chat/tool-has-call", "/messages/2"]],
  ),
  flag(
    "18",
    "an output first in a compaction request",
    "openai-responses",
    r.body([r.output("a"), r.user("sum up")]),
    [["responses/output-has-call", "/input/0"]],
  ),
  flag(
    "21",
    "ids that the server left out",
    "openai",
    c.body([c.user("go"), c.assistant(null, c.call(""), c.call("")), c.tool(""), c.tool("")]),
    [
      ["common/empty-id", "/messages/1/tool_calls/0/id"],
      ["common/empty-id", "/messages/1/tool_calls/1/id"],
      ["common/empty-id", "/messages/2/tool_call_id"],
      ["common/empty-id", "/messages/3/tool_call_id"],
    ],
  ),
  flag(
    "22, calls",
    "one id twice in one turn",
    "anthropic",
    a.body([U("go"), A(use("a"), use("a")), U(tr("a"))]),
    [["anthropic/tool-use-id-unique", "/messages/1/content/1/id"]],
  ),
  flag(
    "22, results",
    "one call answered twice",
    "anthropic",
    a.body([U("go"), A(use("a")), U(tr("a"), tr("a", "again"))]),
    [["anthropic/tool-result-single", "/messages/2/content/1"]],
  ),
  flag(
    "23",
    "the tool's name as id",
    "bedrock",
    b.body([b.user("go"), b.assistant(b.use("http"), b.use("http")), b.user(b.result("http"))]),
    [["bedrock/dup-ids", "/messages/1/content/1/toolUse/toolUseId"]],
  ),
  flag(
    "24",
    "words between a call and its result",
    "anthropic",
    a.body([U("go"), A(use("a")), U("also"), U(tr("a"))]),
    [
      ["anthropic/tool-result-leading-run", "/messages/3/content/0"],
      ["anthropic/consecutive-merge-hazard", "/messages/3/content/0"],
    ],
  ),
  flag(
    "28",
    "a picture between results",
    "anthropic",
    a.body([U("go"), A(use("a"), use("b")), U(tr("a"), a.image(), tr("b"))]),
    [["anthropic/tool-result-leading-run", "/messages/2/content/2"]],
  ),
  flag(
    "29",
    "an empty text before a call",
    "anthropic",
    a.body([U("go"), A(text(""), use("a")), U(tr("a"))]),
    [["anthropic/text-non-empty", "/messages/1/content/0/text"]],
  ),
  flag("32", "a blank line as all that is said", "anthropic", a.body([U("go"), A("\n"), U("on")]), [
    ["anthropic/text-non-whitespace", "/messages/1/content/0/text"],
  ]),
  flag("35", "a mark on an empty text", "anthropic", a.body([U(a.image(), text("", marked))]), [
    ["anthropic/text-non-empty", "/messages/0/content/1/text"],
    ["anthropic/cache-on-empty", "/messages/0/content/1/cache_control"],
  ]),
  flag(
    "36",
    "a filler before a call",
    "xai",
    r.body([
      r.user("go"),
      r.reasoning({ encrypted_content: "e" }),
      { role: "assistant", content: "" },
      r.call("a"),
      r.output("a"),
    ]),
    [["xai/content-element", "/input/2"]],
  ),
]
