import { serverSentEvents } from "#lib/reply/framing.ts"
import { versionHeaders } from "#lib/view/curl.ts"
import { asGiven, streamed, type Transport } from "./transport.ts"

export const messages: Transport = {
  address: asGiven,
  headers: versionHeaders["messages"] ?? {},
  framing: serverSentEvents,
  extra: streamed,
}
