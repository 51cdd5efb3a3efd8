import { createServer, type IncomingMessage } from "node:http"

/** A server of some routes, for commands that ask one: `url` is where it is while it is open. */
export type Served = {
  readonly url: () => string
  readonly open: () => Promise<void>
  readonly close: () => void
}

/** Serves what `answer` says on a free port of this machine. */
export const serving = (answer: (asked: IncomingMessage) => Promise<Response>): Served => {
  const server = createServer(async (asked, told) => {
    const response = await answer(asked)
    told.writeHead(response.status, Object.fromEntries(response.headers))
    told.end(Buffer.from(await response.arrayBuffer()))
  })
  return {
    url: () => {
      const address = server.address()
      return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
    },
    open: () => new Promise<void>((opened) => server.listen(0, "127.0.0.1", opened)),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
