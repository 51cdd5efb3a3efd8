import { eventStream } from "#lib/reply/event-stream.ts"
import type { Transport } from "./transport.ts"

/** Another operation streams. A model is named by an id or an ARN, whose slashes are none of the path. */
export const converse: Transport = {
  address: (url, model, stream) => {
    const named = url.replace("{model}", encodeURIComponent(model))
    return stream ? named.replace(/\/converse(?=$|\?)/, "/converse-stream") : named
  },
  headers: {},
  framing: eventStream,
  extra: () => undefined,
}
