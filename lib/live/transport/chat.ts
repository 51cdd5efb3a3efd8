import { serverSentEvents } from "./framing.ts"
import { asGiven, type Transport } from "./transport.ts"

export const chat: Transport = {
  address: asGiven,
  headers: {},
  framing: serverSentEvents,
  extra: '{"stream":true,"stream_options":{"include_usage":true}}',
}
