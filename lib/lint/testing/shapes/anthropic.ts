import { anthropic } from "../bodies.ts"
import type { Row, Rows } from "./row.ts"

const { user: U, assistant: A, use, result: tr, text, thought, image } = anthropic
const on = (messages: readonly unknown[], rule?: string, more: Partial<Row> = {}): Row => ({
  target: "anthropic",
  body: anthropic.body(messages),
  ...(rule === undefined ? {} : { rule: `anthropic/${rule}` }),
  ...more,
})

const marked = { cache_control: { type: "ephemeral" } }
const first = [U("go"), A(thought("s1"), "one"), U("next")]
const turns = [
  U("go"),
  A(thought("s1"), "a"),
  U("b"),
  A(thought("s2"), "c"),
  U("d"),
  A(thought("s3"), "e"),
  U("f"),
]
const bash = { name: "bash", input_schema: { type: "object" } }
const read = { name: "read", input_schema: { type: "object" } }

/** A PNG's head with a size of its own: enough for what reads sizes. */
const png = (width: number, height: number): string => {
  const bytes = Buffer.alloc(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  bytes.write("IHDR", 12, "latin1")
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes.toString("base64")
}

export const anthropicRows: Rows = {
  1: on([U("go"), A(use("a")), U("next")], "tool-result-follows", { pointer: "/messages/1/content/0" }),
  2: on([U("go"), A(use("a"), use("b")), U(tr("a"))], "tool-result-follows", {
    pointer: "/messages/1/content/1",
  }),
  3: on([U("go"), A(use("a")), U("also", tr("a"))], "tool-result-leading-run", {
    pointer: "/messages/2/content/1",
  }),
  4: on([U("go"), A(use("a"), use("b")), U(tr("a"), "also", tr("b"))], "tool-result-leading-run"),
  5: on([U("go"), A(use("a"), use("b")), U(tr("b"), tr("a"))]),
  6: on(
    [U("go"), A(use("a")), U(tr("a")), A("done"), U("and"), A("yes"), U(tr("a"))],
    "tool-result-has-use",
    {
      pointer: "/messages/6/content/0",
    },
  ),
  7: on([U(tr("x"))], "tool-result-has-use"),
  8: on(
    [U("go"), A(use("call_1")), U(tr("call_1")), A(use("call_1")), U(tr("call_1"))],
    "tool-use-id-unique",
    {
      pointer: "/messages/3/content/0/id",
    },
  ),
  9: on([U("go"), A(use("functions.Bash:0")), U(tr("functions.Bash:0"))], "tool-id-charset"),
  11: on([U("go"), A(use("a", '{"x":1}')), U(tr("a"))], "input-object"),
  12: on([U("go"), A(use("a", '{"x":')), U(tr("a"))], "input-object"),
  13: on([U("go"), A(use("a", [])), U(tr("a"))], "input-object"),
  14: on([U("go"), A(text(""), use("a")), U(tr("a"))], "text-non-empty"),
  15: on([U("go"), A(text("  \n")), U("on")], "text-non-whitespace"),
  16: on([U(image(), text("", marked))], "cache-on-empty", { also: ["anthropic/text-non-empty"] }),
  17: on([U("go"), A("partial")], "no-prefill"),
  18: on([U("go"), A("partial ")], "prefill-trailing-ws", {
    body: anthropic.body([U("go"), A("partial ")], { model: "claude-3-5-sonnet-20241022" }),
  }),
  20: on([...first, A("two"), U("more")], "thinking-prefix-bound", {
    body: anthropic.body([...first, A("two"), U("more")], { system: "be very brief" }),
    previous: anthropic.body(first, { system: "be quite brief" }),
  }),
  21: on([], "thinking-prefix-bound", {
    body: anthropic.body([...first, A("two"), U("more")], { tools: [read, bash] }),
    previous: anthropic.body(first, { tools: [bash, read] }),
  }),
  22: on(
    turns.map((turn) => (turn === turns[3] ? A("c") : turn)),
    "thinking-prefix-bound",
    {
      previous: anthropic.body(turns),
      pointer: "/messages/5/content/0",
    },
  ),
  24: on([], "thinking-first-when-enabled", {
    body: anthropic.body([U("go"), A(use("a")), U(tr("a"))], {
      thinking: { type: "enabled", budget_tokens: 2048 },
    }),
  }),
  25: on([U("go"), A({ type: "thinking", thinking: "hm" }, "yes"), U("on")], "thinking-signature-required"),
  26: on([U(...Array.from({ length: 20 }, () => image(png(8, 8))), image(png(2400, 8)))], "image-2000-many"),
  27: on(
    [U(text("a", marked), text("b", marked), text("c", marked)), A(text("d", marked)), U(text("e", marked))],
    "cache-4",
    { pointer: "/messages/2/content/0/cache_control" },
  ),
  28: {
    target: "glm",
    body: anthropic.body([U("go"), A("yes"), { role: "system", content: "mind" }, U("on")]),
    rule: "glm-anthropic/no-system-role",
  },
  29: on(
    [U("go"), A("a"), U("b"), A({ type: "compaction", content: "all before" }, "c"), U("d")],
    "compaction-block",
  ),
}
