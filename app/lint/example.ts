/** A body with a few faults, for whoever wants to see what a lint says before there is a body to hand. */
const body = {
  model: "claude-sonnet-5",
  max_tokens: 1024,
  messages: [
    { role: "user", content: "Why does the importer lose the last line?" },
    {
      role: "assistant",
      content: [
        { type: "text", text: "I look at the reader first." },
        { type: "tool_use", id: "toolu_01", name: "read", input: { path: "src/lines.ts" } },
      ],
    },
    { role: "user", content: "Never mind, just mend it." },
    { role: "assistant", content: [{ type: "text", text: "" }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_02", content: "42 lines" }] },
  ],
  tools: [{ name: "read", input_schema: { type: "object" } }],
}

export const example: string = JSON.stringify(body, null, 2)
