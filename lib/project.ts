import type { Entry, Seq } from "#lib/record/entry.ts"
import type { RecordLog } from "#lib/record/record.ts"
import type { Target } from "./dialect/targets.ts"
import type { Finding } from "./lint/finding.ts"
import type { Crossing } from "./wire/crossing.ts"
import type { Wire } from "./wire/wire.ts"

export type Options = {
  /** The record cut after this entry and nothing else; absent means all of it. */
  readonly asOf?: Seq
  readonly model?: string
  readonly vision?: boolean
  readonly lastCalls?: number
  readonly maxToolChars?: number
  readonly cacheMarks?: boolean
  readonly objects: (sha256: string) => Uint8Array | undefined
}

export type Projection = {
  readonly target: Target
  readonly model: string
  readonly asOf: Seq
  readonly wire: Wire
  readonly crossings: { readonly length: number; readonly all: () => readonly Crossing[] }
  readonly findings: readonly Finding[]
}

export declare const project: (record: RecordLog, target: Target, options: Options) => Projection
export declare const extend: (projection: Projection, entries: readonly Entry[]) => Projection
