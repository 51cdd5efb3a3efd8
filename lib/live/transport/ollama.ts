import { jsonLines } from "#lib/reply/framing.ts"
import { asGiven, streamed, type Transport } from "./transport.ts"

export const ollama: Transport = {
  address: asGiven,
  headers: {},
  framing: jsonLines,
  extra: streamed,
}
