import { expect, it } from "vitest"
import { spoken } from "#e2e/fake/scenes.ts"
import { streams } from "#e2e/fake/streams/index.ts"
import { replyReader } from "#lib/reply/reader.ts"
import { eventStream } from "./event-stream.ts"
import { jsonLines, serverSentEvents } from "./framing.ts"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

it("reads events of any line ending, and passes over comments and fields of no matter", () => {
  const framing = serverSentEvents()
  const frames = framing.push(
    bytes(
      ': wait\r\n\r\nid: 1\r\nevent: a\r\ndata: {"x":1,\r\ndata: "y":2}\r\n\r\ndata:[DONE]\n\nretry: 3\n\n',
    ),
  )
  expect(frames).toEqual([{ event: "a", data: '{"x":1,\n"y":2}' }, { data: "[DONE]" }])
  expect(framing.end()).toEqual([])
})

it("takes a last frame that lacks only the end of its line, and leaves out one that is cut", () => {
  const ends = (framing: ReturnType<typeof jsonLines>, text: string) => [
    ...framing.push(bytes(text)),
    ...framing.end(),
  ]
  expect(ends(serverSentEvents(), 'data: {"a":1}')).toEqual([{ data: '{"a":1}' }])
  expect(ends(serverSentEvents(), 'data: {"a":')).toEqual([])
  expect(ends(jsonLines(), '{"a":1}\r\n\n{"b":2}')).toEqual([{ data: '{"a":1}\r' }, { data: '{"b":2}' }])
  expect(ends(jsonLines(), '{"a":1}\n{"b"')).toEqual([{ data: '{"a":1}' }])
})

it("trusts no message of an event stream that is damaged", () => {
  const [first = new Uint8Array(), second = new Uint8Array()] = streams.converse.frames(spoken, (text) => [
    text,
  ])
  const damaged = second.map((byte, at) => (at === 40 ? byte ^ 1 : byte))
  const long = new Uint8Array([255, 255, 255, 255, 0, 0, 0, 0])
  for (const bad of [damaged, long]) {
    const framing = eventStream()
    const reader = replyReader("converse")
    for (const frame of [...framing.push(first), ...framing.push(bad), ...framing.push(second)])
      reader.read(frame)
    expect(reader.end().failure?.kind).toBe("reply-unreadable")
  }
})
