import type { Growing } from "#lib/line/line.ts"
import type { Header } from "#lib/record/entry.ts"
import type { Rounds } from "#lib/rounds/rounds.ts"
import type { Names } from "./names.ts"
import type { Target } from "./targets.ts"

/** How a projection is made: limits and overrides, all off unless said. */
export type Policies = {
  readonly vision?: boolean
  readonly lastCalls?: number
  readonly maxToolChars?: number
  readonly cacheMarks?: boolean
  /** The bytes of an object, or undefined where the store has none that fit its digest. */
  readonly objects: (sha256: string) => Uint8Array | undefined
}

/** All that writing a wire asks for, settled before the first piece. */
export type Context = {
  readonly target: Target
  readonly model: string
  readonly policies: Policies
  readonly header: Header | undefined
  readonly line: Growing
  readonly rounds: Rounds
  readonly names: Names
  /** Whether crossings are kept beside the bytes. */
  readonly keeps: boolean
  /** Blocks that a limit counted over the whole request leaves out. */
  readonly left: { readonly pictures: ReadonlySet<string>; readonly calls: ReadonlySet<string> }
}
