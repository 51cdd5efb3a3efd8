import type { Line } from "#lib/line/line.ts"
import { isKind, type Segment } from "#lib/rounds/segment.ts"
import type { Context, Policies } from "./context.ts"
import { leftOutPictures } from "./media.ts"
import type { Target } from "./targets.ts"

/** Pictures that the segments hold, in wire order, with their bytes. */
const pictures = (
  segments: readonly Segment[],
  { objects }: Policies,
): readonly { readonly id: string; readonly bytes: Uint8Array }[] => {
  const blocks = segments.flatMap((segment) => {
    if (segment.kind === "summary") return []
    if (segment.kind === "said") return segment.blocks.flatMap(({ held }) => [held, ...held.content])
    return segment.parts.flatMap(({ held, call }) => [
      held,
      ...held.content,
      ...(call?.result?.held.content ?? []),
    ])
  })
  return blocks.flatMap((held) => {
    const bytes =
      isKind(held, "image") && held.block.object !== undefined ? objects(held.block.object) : undefined
    return bytes === undefined ? [] : [{ id: held.id, bytes }]
  })
}

/** Calls that a limit per reply leaves out: a reply is all that the agent does between two human messages. */
const calls = (segments: readonly Segment[], most: number | undefined): ReadonlySet<string> => {
  const left = new Set<string>()
  if (most === undefined) return left
  let reply: string[] = []
  const end = () => {
    for (const id of reply.slice(0, Math.max(0, reply.length - most))) left.add(id)
    reply = []
  }
  for (const segment of segments) {
    if (segment.kind === "response") reply.push(...segment.calls.map((call) => call.held.id))
    else if (segment.kind === "summary" || segment.message.entry.speaker.kind === "human") end()
  }
  end()
  return left
}

/** What limits counted over the whole request leave out; both empty in the common case. */
export const leftOut = (
  segments: readonly Segment[],
  line: Pick<Line, "pictures">,
  target: Target,
  policies: Policies,
): Context["left"] => ({
  pictures:
    line.pictures > target.pictures.many.above && (policies.vision ?? target.sees)
      ? leftOutPictures(pictures(segments, policies), { target })
      : new Set(),
  calls: calls(segments, policies.lastCalls),
})

/** Whether a limit is on that a longer record may move: then nothing of the wire is settled. */
export const isLimited = (
  { pictures: held }: Pick<Line, "pictures">,
  target: Target,
  policies: Policies,
): boolean => {
  if (policies.lastCalls !== undefined) return true
  return held > target.pictures.many.above
}
