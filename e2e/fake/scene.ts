/** What a fake model says, in no provider's words; each dialect's stream writes it in its own. */

export type Act =
  | { readonly is: "reasoning"; readonly text: string; readonly sealed?: string }
  /** Reasoning that only its maker can read. */
  | { readonly is: "hidden"; readonly sealed: string }
  | { readonly is: "text"; readonly text: string }
  | {
      readonly is: "call"
      readonly id: string
      readonly name: string
      /** JSON text of an object. */
      readonly arguments: string
      readonly sealed?: string
    }

export type Call = Extract<Act, { readonly is: "call" }>

/** Tokens in our meaning: `input` is all of the prompt, `output` all that was made. */
export type Tokens = {
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly output: number
  readonly reasoning: number
}

export type Scene = {
  readonly id: string
  readonly model: string
  readonly acts: readonly Act[]
  readonly ends: "end" | "tool-calls" | "length"
  readonly tokens: Tokens
}

export const isCall = (act: Act): act is Call => act.is === "call"

/** Chance that a seed decides: numbers from 0 up to 1, the same ones for the same seed. */
export const chance = (seed: number): (() => number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Cuts a text into pieces; none is empty, and no character is cut. */
export type Cut = (text: string) => readonly string[]

export const cutBy =
  (random: () => number, most = 12): Cut =>
  (text) => {
    const characters = [...text]
    const pieces: string[] = []
    for (let at = 0; at < characters.length; ) {
      const size = 1 + Math.floor(random() * most)
      pieces.push(characters.slice(at, at + size).join(""))
      at += size
    }
    return pieces
  }

/** Cuts bytes into pieces of 1 to `most`, anywhere. */
export const bytesCutBy = (random: () => number, bytes: Uint8Array, most: number): readonly Uint8Array[] => {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + Math.floor(random() * most)
    pieces.push(bytes.slice(at, at + size))
    at += size
  }
  return pieces
}

/** How a dialect's provider answers. */
export type Stream = {
  readonly type: string
  /** The frames of a scene, each as the bytes that hold it. */
  readonly frames: (scene: Scene, cut: Cut) => readonly Uint8Array[]
  /** The frame of an error in the middle of a stream. */
  readonly error: (kind: string, message: string) => Uint8Array
  /** The answer to a request that asks for no stream. */
  readonly whole: (scene: Scene) => string
}

const encoder = new TextEncoder()

/** A server-sent event of some JSON, with a name or without. */
export const sse = (json: string, event?: string): Uint8Array =>
  encoder.encode(`${event === undefined ? "" : `event: ${event}\n`}data: ${json}\n\n`)

/** A line of NDJSON. */
export const line = (json: string): Uint8Array => encoder.encode(`${json}\n`)

/** JSON text of an object whose values are JSON texts; those that are undefined are left out. */
export const object = (fields: { readonly [key: string]: string | undefined }): string =>
  `{${Object.entries(fields)
    .flatMap(([key, json]) => (json === undefined ? [] : [`${JSON.stringify(key)}:${json}`]))
    .join(",")}}`

export const list = (items: readonly string[]): string => `[${items.join(",")}]`

export const text = (value: unknown): string => JSON.stringify(value)
