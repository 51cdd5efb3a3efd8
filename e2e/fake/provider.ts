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
  /** Streams a scene, but waits in the midst of it, wherever one of these texts would come next, until it may go on. */
  | { readonly does: "hold"; readonly scene: Scene; readonly before: readonly Hold[] }
  /** Streams so many bytes, then breaks the connection; none: breaks it at once. */
  | { readonly does: "cut"; readonly scene?: Scene; readonly bytes?: number }

/** A place in a stream, in front of a text that is there only once, and what is waited for there. */
export type Hold = { readonly text: string; readonly until: Promise<unknown> }

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
  /** Makes these moves from the next request on, cut by this seed; what is left of the moves before is not made. */
  readonly play: (moves: readonly Move[], seed: number) => void
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

/** The bytes before the holds, between them and behind them, each with what is waited for before it. */
const partsOf = (
  bytes: Uint8Array,
  holds: readonly Hold[],
): readonly { readonly until?: Promise<unknown>; readonly bytes: Uint8Array }[] => {
  const found = holds
    .map(({ text, until }) => ({ at: Buffer.from(bytes).indexOf(text), until }))
    .toSorted((one, other) => one.at - other.at)
  if (found.some(({ at }) => at < 0)) throw new Error("A text that is waited at does not come in one piece.")
  const ends = [...found.slice(1).map(({ at }) => at), bytes.length]
  return [
    { bytes: bytes.slice(0, found[0]?.at) },
    ...found.map(({ at, until }, index) => ({ until, bytes: bytes.slice(at, ends[index]) })),
  ]
}

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
    case "hold":
      open()
      for (const part of partsOf(whole(framesOf(move.scene)), move.before)) {
        await part.until
        await send(part.bytes)
      }
      to.end()
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
  let left: Move[] = []
  let random = chance(seed)
  const begin: FakeProvider["play"] = (next, by) => {
    left = [...next]
    random = chance(by)
  }
  const answer = async (request: IncomingMessage, to: ServerResponse): Promise<void> => {
    const { method = "", url: path = "", headers } = request
    const move = left.shift() ?? { does: "refuse", status: 500, body: "no move is left" }
    received.push({ method, path, headers, body: new Uint8Array(await buffer(request)) })
    await play(dialect, move, to, random)
  }
  begin(moves, seed)
  const server = createServer((request, to) => void answer(request, to))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo // a server that listens on TCP
  return {
    at: (url) => url.replace(/^[a-z]+:\/\/[^/]+/, `http://127.0.0.1:${port}`),
    received,
    play: begin,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
