import { versionHeaders } from "#lib/view/curl.ts"
import { serverSentEvents } from "./framing.ts"
import { asGiven, type Transport } from "./transport.ts"

export const messages: Transport = {
  address: asGiven,
  headers: versionHeaders["messages"] ?? {},
  framing: serverSentEvents,
  extra: '{"stream":true}',
}
