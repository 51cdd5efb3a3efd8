import { serverSentEvents } from "#lib/reply/framing.ts"
import { asGiven, streamed, type Transport } from "./transport.ts"

export const responses: Transport = {
  address: asGiven,
  headers: {},
  framing: serverSentEvents,
  extra: streamed,
}
