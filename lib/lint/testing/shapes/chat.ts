import { anthropic, chat } from "../bodies.ts"
import type { Row, Rows } from "./row.ts"

const { user: U, assistant: A, use, result: tr } = anthropic
const on = (messages: readonly unknown[], rule?: string, more: Partial<Row> = {}): Row => ({
  target: "anthropic",
  body: anthropic.body(messages),
  ...(rule === undefined ? {} : { rule: `anthropic/${rule}` }),
  ...more,
})

const c = chat
const onChat = (messages: readonly unknown[], rule: string, more: Partial<Row> = {}): Row => ({
  target: "openai",
  body: c.body(messages),
  rule,
  ...more,
})

export const chatRows: Rows = {
  30: onChat(
    [c.user("go"), c.assistant(null, c.call("a"), c.call("b")), c.tool("a"), c.user("on")],
    "openai-chat/tool-after-calls",
  ),
  31: onChat(
    [c.user("go"), c.assistant(null, c.call("a")), c.user("on"), c.tool("a")],
    "openai-chat/tool-after-calls",
  ),
  32: onChat([c.system("s"), c.user("summary"), c.tool("a")], "openai-chat/tool-has-call"),
  33: onChat(
    [
      c.user("go"),
      c.assistant(null, c.call("a"), c.call("b")),
      c.tool("a"),
      c.user([c.picture]),
      c.tool("b"),
    ],
    "openai-chat/images-between-tools",
    { pointer: "/messages/3" },
  ),
  34: onChat(
    [c.user("go"), c.assistant(null, c.call("a")), c.tool("a", [c.picture])],
    "openai-chat/tool-parts-text-only",
  ),
  35: onChat([c.user("go"), c.assistant(null), c.user("on")], "openai-chat/assistant-content-null"),
  "36, empty": onChat(
    [c.user("go"), c.assistant(null, c.call("a", "")), c.tool("a")],
    "openai-chat/arguments-string",
  ),
  "36, null": onChat(
    [c.user("go"), c.assistant(null, c.call("a", "null")), c.tool("a")],
    "common/args-object",
  ),
  "36, list": onChat(
    [c.user("go"), c.assistant(null, c.call("a", "[1]")), c.tool("a")],
    "common/args-object",
  ),
  "36, twice": onChat(
    [c.user("go"), c.assistant(null, c.call("a", '"{}"')), c.tool("a")],
    "common/args-object",
  ),
  37: onChat(
    [c.user("go"), c.assistant(null, c.call("i".repeat(43))), c.tool("i".repeat(43))],
    "openai-chat/tool-id-40",
  ),
  38: onChat([c.user("go"), c.assistant("a"), c.assistant("b")], "llamacpp/assistant-tail", {
    target: "openai-compatible",
  }),
  39: onChat(
    [c.system("s"), c.user("go"), c.assistant("a"), c.system("mind"), c.user("on")],
    "qwen-template/system-first",
    { target: "openai-compatible" },
  ),
  40: onChat(
    [c.user("go"), c.assistant(null, c.call("abcdefgh1")), c.tool("abcdefgh1"), c.user("on")],
    "mistral/tool-then-user",
    {
      target: "mistral",
      severity: "warning",
    },
  ),
  41: onChat(
    [c.user("go"), c.assistant(null, c.call("call_0fypS1hVX")), c.tool("call_0fypS1hVX")],
    "mistral/tool-id-9",
    {
      target: "mistral",
    },
  ),
  42: onChat(
    [c.user("go"), c.assistant("", c.call("bash:0")), c.tool("bash:0")],
    "kimi/reasoning-on-tool-calls",
    {
      target: "kimi",
    },
  ),
  43: onChat(
    [
      c.user("go"),
      c.assistant("", c.call("a")),
      c.tool("a"),
      { ...c.assistant("done"), reasoning_content: "so" },
      c.user("and"),
      c.assistant("yes"),
      c.user("on"),
    ],
    "deepseek/reasoning-tool-turns",
    { target: "deepseek", also: ["deepseek/reasoning-field-present"] },
  ),
  44: onChat([c.user("go"), c.assistant("", c.call("a")), c.tool("a")], "deepseek/reasoning-field-present", {
    target: "deepseek",
    also: ["deepseek/reasoning-tool-turns"],
  }),
  45: onChat([c.user([{ type: "text", text: "see" }, c.picture])], "common/text-only-model-no-image", {
    target: "deepseek",
  }),
  46: onChat([c.system("s"), c.assistant(null, c.call("a")), c.tool("a")], "glm/needs-user", {
    target: "glm",
  }),
  "46, Anthropic shape": on([A(use("a")), U(tr("a"))], undefined, { target: "glm", rule: "glm/needs-user" }),
}
