import { serverSentEvents } from "./framing.ts"
import { asGiven, type Transport } from "./transport.ts"

export const responses: Transport = {
  address: asGiven,
  headers: {},
  framing: serverSentEvents,
  extra: '{"stream":true}',
}
