import { hasFailed, readable } from "#lib/reply/messages-server.ts"
import { type Json, stringOf } from "../value.ts"
import { type BlockReading, type BlockSource, rawBlock } from "./source.ts"
import { unknownTool } from "./tool.ts"

/** Calls that the provider runs itself, inside its own response. */
export const isServerCall = (type: string): boolean => type === "server_tool_use" || type === "mcp_tool_use"

export const isServerResult = (type: string, value: Json): boolean =>
  type.endsWith("_tool_result") && stringOf(value.tool_use_id) !== undefined

export const serverCall = (value: Json, source: BlockSource): BlockReading | undefined => {
  const name = stringOf(value.name)
  const callId = stringOf(value.id)
  if (name === undefined || callId === undefined) return undefined
  return {
    block: {
      kind: "tool-call",
      callId,
      name,
      arguments: rawBlock(source, "input"),
      providerExecuted: true,
      native: { api: "messages", json: rawBlock(source) },
    },
    objects: [],
  }
}

/** A provider's own result: its words in our fields for other targets, all of it verbatim in `native`. */
export const serverResult = (value: Json, source: BlockSource): BlockReading => {
  const callId = stringOf(value.tool_use_id) ?? ""
  const text = readable(value.content, () => rawBlock(source, "content"))
  return {
    block: {
      kind: "tool-result",
      callId,
      name: source.toolOf(callId) ?? unknownTool,
      isError: hasFailed(value),
      content: text === "" ? [] : [{ kind: "text", text }],
      providerExecuted: true,
      native: { api: "messages", json: rawBlock(source) },
    },
    objects: [],
  }
}
