import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js"
import { fakeServer } from "./tools.ts"

/**
 * The fake tool server over streamable HTTP on a port of loopback, `--port N` or a free one, which it prints. Demands
 * the bearer FAKE_TOKEN.
 */

const sessions = new Map<string, StreamableHTTPServerTransport>()

const die = (): never => process.exit(9)

const begin = async (): Promise<StreamableHTTPServerTransport> => {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => {
      sessions.set(id, transport)
    },
    onsessionclosed: (id) => {
      sessions.delete(id)
    },
  })
  await fakeServer({ die }).connect(transport as Parameters<ReturnType<typeof fakeServer>["connect"]>[0]) // its type lets `onclose` be undefined
  return transport
}

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.headers.authorization !== `Bearer ${process.env["FAKE_TOKEN"]}`) {
    response.writeHead(401).end("the token is not good")
    return
  }
  const id = request.headers["mcp-session-id"]
  const known = typeof id === "string" ? sessions.get(id) : undefined
  if (id !== undefined && known === undefined) {
    response.writeHead(404).end("no such session")
    return
  }
  await (known ?? (await begin())).handleRequest(request, response)
}

const at = process.argv.indexOf("--port")
const server = createServer((request, response) => void answer(request, response))
server.listen(at < 0 ? 0 : Number(process.argv[at + 1]), "127.0.0.1", () => {
  const address = server.address()
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`)
})
