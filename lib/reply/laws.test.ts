import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Act, bytesCutBy, chance, cutBy, type Scene } from "#e2e/fake/scene.ts"
import { streams } from "#e2e/fake/streams/index.ts"
import { transports } from "#lib/live/transport/index.ts"
import type { Block } from "#lib/record/block.ts"
import { parseEntry } from "#lib/record/record.ts"
import { type ReplyDialect, replyReader } from "./reader.ts"
import type { Delta, Frame, Reply } from "./reply.ts"

const dialects = Object.keys(transports) as readonly ReplyDialect[] // keys of a total table

const words = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 })
const sealed = fc.base64String({ minLength: 4, maxLength: 24 })
const input = fc
  .dictionary(words, fc.oneof(words, fc.integer()), { maxKeys: 4 })
  .map((of) => JSON.stringify(of))
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ is: fc.constant("reasoning" as const), text: words, sealed }),
  fc.record({ is: fc.constant("hidden" as const), sealed }),
  fc.record({ is: fc.constant("text" as const), text: words }),
  fc.record({
    is: fc.constant("call" as const),
    id: fc.uuid(),
    name: fc.constant("tool"),
    arguments: input,
    sealed,
  }),
)
const scene: fc.Arbitrary<Scene> = fc.record({
  id: fc.constant("reply_1"),
  model: fc.constant("fake-1"),
  acts: fc.array(act, { maxLength: 5 }),
  ends: fc.constantFrom("end", "tool-calls", "length"),
  tokens: fc.constant({ input: 9, cacheRead: 4, cacheWrite: 0, output: 5, reasoning: 2 }),
})

type Read = { readonly frames: readonly Frame[]; readonly deltas: readonly Delta[]; readonly reply: Reply }

/** Reads bytes that come in pieces, to the end. */
const readPieces = (dialect: ReplyDialect, pieces: readonly Uint8Array[]): Read => {
  const framing = transports[dialect].framing()
  const reader = replyReader(dialect)
  const frames = [...pieces.flatMap((piece) => framing.push(piece)), ...framing.end()]
  const deltas = frames.flatMap((frame) => reader.read(frame))
  return { frames, deltas, reply: reader.end() }
}

const bytesOf = (dialect: ReplyDialect, of: Scene, seed: number): Uint8Array =>
  new Uint8Array(Buffer.concat(streams[dialect].frames(of, cutBy(chance(seed)))))

const isEntry = (blocks: readonly Block[]): boolean => {
  const speaker = { kind: "agent" }
  const entry = { seq: 1, id: "e1", at: null, kind: "message", role: "assistant", speaker, blocks }
  return parseEntry(JSON.parse(JSON.stringify(entry))).ok
}

/** The blocks that deltas tell of: all but what only the end of an item shows. */
const folded = (deltas: readonly Delta[]): readonly Block[] => {
  const blocks: Block[] = []
  for (const delta of deltas) {
    const held = blocks[delta.index]
    if (delta.kind === "block") blocks[delta.index] = delta.block
    else if (delta.kind === "call")
      blocks[delta.index] = { kind: "tool-call", callId: delta.callId, name: delta.name, arguments: "" }
    else if (delta.kind === "proof")
      blocks[delta.index] = {
        ...(held?.kind === "text" || held?.kind === "tool-call"
          ? held
          : { kind: "reasoning", text: "", ...held }),
        proof: delta.proof,
      } as Block // a kind that can be sealed
    else if (delta.kind === "arguments") {
      if (held?.kind !== "tool-call") throw new Error("arguments of no call")
      blocks[delta.index] = { ...held, arguments: held.arguments + delta.text }
    } else {
      const before = held?.kind === delta.kind ? held : { kind: delta.kind, text: "" }
      blocks[delta.index] = { ...before, text: before.text + delta.text }
    }
  }
  return blocks
}

const told = (block: Block): unknown => {
  const { native: _, ...rest } = block
  return "itemId" in rest ? { ...rest, itemId: undefined } : rest
}

describe.each(dialects)("a stream of %s", (dialect) => {
  const run = (check: (of: Scene, seed: number) => void): void =>
    fc.assert(fc.property(scene, fc.integer(), check), { numRuns: 40 })

  it("says the same however its bytes are cut", () =>
    run((of, seed) => {
      const bytes = bytesOf(dialect, of, seed)
      const cut = bytesCutBy(chance(seed + 1), bytes, 1 + (Math.abs(seed) % 40))
      expect(readPieces(dialect, cut)).toEqual(readPieces(dialect, [bytes]))
    }))

  it("is read frame by frame, none twice", () =>
    run((of, seed) => {
      const { frames, deltas, reply } = readPieces(dialect, [bytesOf(dialect, of, seed)])
      expect(frames.length).toBe(streams[dialect].frames(of, cutBy(chance(seed))).length)
      expect(folded(deltas).map(told)).toEqual(reply.blocks.map(told))
      const once = deltas.flatMap(({ kind, index }) =>
        kind === "call" || kind === "proof" || kind === "block" ? [`${kind} ${index}`] : [],
      )
      expect(new Set(once).size).toBe(once.length)
    }))

  it("ends anywhere with what had arrived, marked as such", () =>
    run((of, seed) => {
      const bytes = bytesOf(dialect, of, seed)
      const all = readPieces(dialect, [bytes])
      const at = Math.floor(chance(seed + 2)() * bytes.length)
      const part = readPieces(dialect, [bytes.slice(0, at)])
      expect(isEntry(part.reply.blocks)).toBe(true)
      expect(all.deltas.slice(0, part.deltas.length)).toEqual(part.deltas)
      if (part.reply.failure === undefined) expect(part.reply.blocks).toEqual(all.reply.blocks)
      else expect(["reply-cut", "empty-reply"]).toContain(part.reply.failure.kind)
    }))
})
