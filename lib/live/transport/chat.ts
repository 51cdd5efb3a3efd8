import { serverSentEvents } from "#lib/reply/framing.ts"
import { asGiven, type Transport } from "./transport.ts"

export const chat: Transport = {
  address: asGiven,
  headers: {},
  framing: serverSentEvents,
  extra: ({ asksUsage }) =>
    asksUsage ? '{"stream":true,"stream_options":{"include_usage":true}}' : '{"stream":true}',
}
