import { jsonLines } from "./framing.ts"
import { asGiven, type Transport } from "./transport.ts"

export const ollama: Transport = {
  address: asGiven,
  headers: {},
  framing: jsonLines,
  extra: '{"stream":true}',
}
