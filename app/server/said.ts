import { bytesOf, pictureOf } from "#lib/import/media.ts"
import type { Input } from "#lib/live/turn/input.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import type { StoredObject } from "#lib/record/record.ts"
import type { SayBody } from "./interface/queries.ts"

export type Said = { readonly input: Input; readonly objects: readonly StoredObject[] }

/** What *continue* says, as the record keeps it. */
const goOn = "Continue."

const speakerOf = (kind: SayBody["kind"]): Input["speaker"] =>
  kind === "continue" ? { kind: "context", label: "continue" } : { kind: "human" }

const textOf = ({ kind, text = "" }: SayBody): string =>
  kind === "continue" && text.trim() === "" ? goOn : text

/** What was sent to a panel as an input and the pictures in it. Problems: `picture-unreadable` {name}, `nothing-said`. */
export const saidOf = (body: SayBody): Outcome<Said> => {
  const { kind, images, to, rewind } = body
  const pictures = []
  for (const { mediaType, base64, name } of images) {
    const bytes = bytesOf(base64)
    if (bytes === undefined) return refused("picture-unreadable", { name: name ?? "picture" })
    pictures.push(pictureOf(bytes, mediaType, name))
  }
  const text = kind === "again" ? "" : textOf(body)
  const blocks: Input["blocks"] = [
    ...pictures.map(({ block }) => block),
    ...(text.trim() === "" ? [] : [{ kind: "text" as const, text }]),
  ]
  if (blocks.length === 0 && kind !== "again") return refused("nothing-said")
  const model = to?.model === undefined ? {} : { model: to.model }
  return fine({
    input: {
      speaker: speakerOf(kind),
      blocks,
      ...(rewind === undefined ? {} : { rewind }),
      ...(to === undefined ? {} : { to: { target: to.target, ...model } }),
    },
    objects: pictures.map(({ object }) => object),
  })
}
