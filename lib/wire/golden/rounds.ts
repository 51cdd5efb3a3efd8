import {
  agent,
  answer,
  call,
  failure,
  found,
  notice,
  result,
  rewind,
  search,
  text,
  tools,
  user,
} from "#lib/record/build.ts"
import type { Case } from "./case.ts"

const args = (name: string, json: string, says: string): Case => ({
  name: `arguments-${name}`,
  says,
  drafts: [user("hi"), agent([call("c1", "bash", json)]), result("c1", "ok")],
})

/** Calls and results. */
export const rounds: readonly Case[] = [
  {
    name: "round",
    says: "A complete round: one declaration with its calls, then their results.",
    drafts: [
      user("hi"),
      agent([text("let me look"), call("a", "ls", '{"path":"/"}'), call("b", "cat")]),
      tools(answer("a", "x", "ls"), answer("b", "y", "cat")),
      agent("done"),
    ],
  },
  {
    name: "results-out-of-order",
    says: "Results stand in the order of their calls.",
    drafts: [user("hi"), agent([call("a"), call("b")]), result("b", "two"), result("a", "one")],
  },
  {
    name: "call-unanswered",
    says: "A call without a result gets a made one that says so, an error where there is a field.",
    drafts: [user("hi"), agent([call("a")]), user("go on")],
  },
  {
    name: "cut-after-a-call",
    says: "The record ends behind a call: the same made result.",
    drafts: [user("hi"), agent([text("look"), call("a")])],
  },
  {
    name: "result-without-its-call",
    says: "T(x), A(x): nothing pairs backwards; the result is user text, the call unanswered.",
    drafts: [result("x", "early"), agent([call("x")])],
  },
  {
    name: "error-without-its-call",
    says: "An error whose call is gone says so in the user's voice.",
    drafts: [user("hi"), tools(failure("gone", "no such file"))],
  },
  {
    name: "second-result",
    says: "A second result for a call is dropped and stays in the record.",
    drafts: [user("hi"), agent([call("a")]), result("a", "one"), result("a", "two")],
  },
  {
    name: "same-id-twice",
    says: "A(x,x), T(x), T(x): two calls, the second with an id of its own; each its result.",
    drafts: [user("hi"), agent([call("x"), call("x")]), result("x", "one"), result("x", "two")],
  },
  {
    name: "id-reused-late-result",
    says: "U, A(x), U, A(x), T(x): the result is the second call's; the first has none.",
    drafts: [user("hi"), agent([call("x")]), user("again"), agent([call("x")]), result("x", "ok")],
  },
  {
    name: "id-reused-answered",
    says: "An id reused after its round: the first use keeps it.",
    drafts: [user("hi"), agent([call("x")]), result("x", "one"), agent([call("x")]), result("x", "two")],
  },
  {
    name: "id-empty-twice",
    says: "Two calls with an empty id get ids by their places, the same for call and result.",
    drafts: [user("hi"), agent([call(""), call("")]), result("", "one"), result("", "two")],
  },
  {
    name: "id-foreign-equals-derived",
    says: "A foreign id that equals the one an empty id gets later keeps its own; the later call gets yet another.",
    drafts: [
      user("hi"),
      agent([call("call_2754e9d45267a69bc392a62c1d668d51")]),
      result("call_2754e9d45267a69bc392a62c1d668d51", "one"),
      agent([call("")]),
      result("", "two"),
    ],
  },
  {
    name: "id-derived-equals-foreign",
    says: "A foreign id that equals one made before it is rewritten; what stood stays.",
    drafts: [
      user("hi"),
      agent([call("")]),
      result("", "one"),
      agent([call("call_897420e2af092909e7b7100684f81f25")]),
      result("call_897420e2af092909e7b7100684f81f25", "two"),
    ],
  },
  {
    name: "ids-odd",
    says: "Ids of other charsets and lengths are rewritten, injectively, for call and result alike.",
    drafts: [
      user("hi"),
      agent([
        call("functions.bash:0"),
        call("i".repeat(41)),
        call(`${"i".repeat(69)}j`),
        call(`${"i".repeat(69)}k`),
      ]),
      result("functions.bash:0", "a"),
      result("i".repeat(41), "b"),
      result(`${"i".repeat(69)}j`, "c"),
      result(`${"i".repeat(69)}k`, "d"),
    ],
  },
  {
    name: "late-result",
    says: "A(a,b), T(a), U, T(b): the late result stands in its round, moved; the human's words stay behind it.",
    drafts: [user("hi"), agent([call("a"), call("b")]), result("a", "one"), user("also"), result("b", "two")],
  },
  {
    name: "late-result-after-rewind",
    says: "A result that comes after a rewind that changed nothing is late too.",
    drafts: [user("hi"), agent([call("a")]), rewind(2), result("a", "one")],
  },
  {
    name: "another-response-between",
    says: "A call of an older response is closed by nothing but its result or a call with its id.",
    drafts: [user("hi"), agent([call("a")]), agent([call("b")]), result("a", "one"), result("b", "two")],
  },
  {
    name: "notice-after-the-round",
    says: "A notice behind a complete round keeps its place.",
    drafts: [user("hi"), agent([call("a")]), result("a", "one"), notice("done"), agent("ok")],
  },
  {
    name: "errors",
    says: "A failed call is marked where the dialect has a field, and the mark is lost where it has none.",
    drafts: [
      user("hi"),
      agent([call("a"), call("b")]),
      tools(failure("a", "no such file"), failure("b", [])),
    ],
  },
  {
    name: "results-empty",
    says: "An empty result crosses as it is where that is allowed.",
    drafts: [
      user("hi"),
      agent([call("a"), call("b")]),
      tools(answer("a", []), answer("b", [text(""), text("x")])),
    ],
  },
  {
    name: "tool-names",
    says: "A prefixed name whose bare name is declared is that name; a repeated affix folds; other charsets are mapped.",
    drafts: [
      {
        kind: "header",
        reason: "initial",
        target: { provider: "anthropic", dialect: "messages", model: "claude-x" },
        params: { maxTokens: 4096 },
        tools: [
          { name: "search", inputSchema: '{"type":"object"}' },
          { name: "x_mcp_srv", inputSchema: '{"type":"object"}' },
          { name: "catalog.get-entry", inputSchema: '{"type":"object"}' },
        ],
      },
      user("hi"),
      agent([
        call("a", "mcp__files__search"),
        call("b", "x_mcp_srv_mcp_srv"),
        call("c", "catalog.get-entry"),
        call("d", "catalog_get-entry"),
        call("e", ""),
      ]),
      tools(
        answer("a", "1", "mcp__files__search"),
        answer("b", "2", "x_mcp_srv_mcp_srv"),
        answer("c", "3", "catalog.get-entry"),
        answer("d", "4", "catalog_get-entry"),
        answer("e", "5", ""),
      ),
    ],
  },
  {
    name: "server-pair",
    says: "A search that the provider ran: its own JSON on its own api, an ordinary round elsewhere.",
    drafts: [
      user("hi"),
      agent([text("I look"), search("srvtoolu_1"), found("srvtoolu_1"), text("found it")]),
      user("go on"),
    ],
  },
  {
    name: "server-call-pending",
    says: "A pending server call, then U: the call is left out, never answered by us.",
    drafts: [user("hi"), agent([text("I look"), search("srvtoolu_1")]), user("go on")],
  },
  {
    name: "server-result-alone",
    says: "A server's result without its call is user text.",
    drafts: [user("hi"), agent([found("srvtoolu_1"), text("found it")]), user("go on")],
  },
  {
    name: "custom-call",
    says: "A free-text call is one where the dialect has such calls, else the text is the field `input` of an object.",
    drafts: [
      user("hi"),
      agent([{ ...call("c1", "patch", '*** Begin\n"x"'), form: "custom" }]),
      result("c1", "ok"),
    ],
  },
  args("big-integer", '{"n":12345678901234567890,"x":1.10}', "Numbers stay as they were written."),
  args("integer-keys", '{"2":1,"1":2}', "Keys stay in their order."),
  args("repeated-key", '{"a":1,"a":2}', "A repeated key stays."),
  args("whitespace", ' {\n "a" : 1 }\n', "Whitespace stays."),
  args("array", "[1,2]", "A list is no object: `{}`."),
  args("null", "null", "null is no object: `{}`."),
  args("empty", "", "Nothing is no object: `{}`."),
  args("cut-off", '{"command":"cd', "Cut off: `{}`; the record keeps the text."),
  args("double-encoded", '"{\\"city\\":\\"Oslo\\"}"', "JSON in a JSON string is unwrapped."),
  {
    name: "policy-tool-characters",
    says: "Over-long inputs and outputs are cut, with a note of what was cut.",
    drafts: [
      user("hi"),
      agent([call("c1", "bash", `{"command":"${"x".repeat(60)}"}`)]),
      result("c1", "0123456789".repeat(8)),
    ],
    policy: { maxToolChars: 40 },
  },
  {
    name: "policy-last-calls",
    says: "Only the last call of a reply is carried.",
    drafts: [
      user("hi"),
      agent([call("a"), call("b"), call("c")]),
      tools(answer("a"), answer("b"), answer("c")),
    ],
    policy: { lastCalls: 1 },
  },
]
