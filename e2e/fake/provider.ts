import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import type { DialectId } from "#lib/dialect/targets/row.ts"
import { bytesCutBy, chance, cutBy, type Scene } from "./scene.ts"
import { streams } from "./streams/index.ts"

/** What the provider does with one request. */
export type Move =
  /** Streams a scene to its end. */
  | { readonly does: "stream"; readonly scene: Scene }
  /** Answers in one piece. */
  | { readonly does: "whole"; readonly scene: Scene }
  /** Answers with a status and a text. */
  | {
      readonly does: "refuse"
      readonly status: number
      readonly body: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** Streams so many frames of a scene, then says that something went wrong. */
  | {
      readonly does: "fail"
      readonly scene: Scene
      readonly frames: number
      readonly kind: string
      readonly message: string
    }
  /** Streams so many frames, then says nothing more; none: not even that it answers. */
  | { readonly does: "hang"; readonly scene?: Scene; readonly frames?: number }
  /** Streams so many bytes, then breaks the connection; none: breaks it at once. */
  | { readonly does: "cut"; readonly scene?: Scene; readonly bytes?: number }

/** A request as it came. */
export type Received = {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

export type FakeProvider = {
  /** The address of a row, at this provider. */
  readonly at: (url: string) => string
  /** In the order they came. */
  readonly received: readonly Received[]
  readonly close: () => Promise<void>
}

/** Bytes are written in pieces of their own, as a network may bring them. */
const write = async (to: ServerResponse, pieces: readonly Uint8Array[]): Promise<void> => {
  for (const piece of pieces) {
    if (to.destroyed) return
    to.write(piece)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const whole = (frames: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(frames))

/** Plays one move; `random` decides how texts are cut into frames and bytes into pieces. */
const play = async (
  dialect: DialectId,
  move: Move,
  to: ServerResponse,
  random: () => number,
): Promise<void> => {
  const stream = streams[dialect]
  const framesOf = (scene: Scene | undefined) =>
    scene === undefined ? [] : stream.frames(scene, cutBy(random))
  const open = (): void => {
    to.writeHead(200, { "content-type": stream.type })
    to.flushHeaders()
  }
  const send = (bytes: Uint8Array) => write(to, bytesCutBy(random, bytes, 64))
  switch (move.does) {
    case "stream":
      open()
      await send(whole(framesOf(move.scene)))
      to.end()
      return
    case "whole":
      to.writeHead(200, { "content-type": "application/json" }).end(stream.whole(move.scene))
      return
    case "refuse":
      to.writeHead(move.status, { "content-type": "application/json", ...move.headers }).end(move.body)
      return
    case "fail":
      open()
      await send(
        whole([...framesOf(move.scene).slice(0, move.frames), stream.error(move.kind, move.message)]),
      )
      to.end()
      return
    case "hang":
      if (move.scene === undefined) return
      open()
      await send(whole(framesOf(move.scene).slice(0, move.frames)))
      return
    case "cut":
      if (move.scene !== undefined) {
        open()
        await send(whole(framesOf(move.scene)).slice(0, move.bytes))
      }
      to.destroy()
  }
}

/**
 * A provider of one dialect on this machine: a real server that makes one move a request, in order, and says 500 to any
 * further one. The same seed makes it cut the same way.
 */
export const fakeProvider = async (
  dialect: DialectId,
  moves: readonly Move[],
  seed = 1,
): Promise<FakeProvider> => {
  const received: Received[] = []
  const random = chance(seed)
  const answer = async (request: IncomingMessage, to: ServerResponse): Promise<void> => {
    const { method = "", url: path = "", headers } = request
    const move = moves[received.length] ?? { does: "refuse", status: 500, body: "no move is left" }
    received.push({ method, path, headers, body: new Uint8Array(await buffer(request)) })
    await play(dialect, move, to, random)
  }
  const server = createServer((request, to) => void answer(request, to))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo // a server that listens on TCP
  return {
    at: (url) => url.replace(/^[a-z]+:\/\/[^/]+/, `http://127.0.0.1:${port}`),
    received,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
