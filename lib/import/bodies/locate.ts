import { type Json, listOf, objectOf, stringOf } from "#lib/record/json.ts"
import type { Path } from "../raw.ts"
import { isMessage, type Shape, shapeOf } from "./shape.ts"

/** One conversation in a document or line: a list of messages, the body it is part of, and what is around that. */
export type Located = {
  /** Where the list stands. */
  readonly messages: Path
  /** Where the request body stands; absent where the list stands by itself. */
  readonly body?: Path
  /** Where the object stands that holds a request beside its response. */
  readonly around?: Path
}

/** Names under which a body stands inside something that describes it. */
const envelopes = ["request", "body", "request_body", "params"] as const

const isList = (value: unknown): value is readonly unknown[] => {
  const list = listOf(value)
  return list?.some(isMessage) ?? false
}

/** A body is an object with messages, or, empty as yet, with a model. */
const isBody = (value: unknown): boolean => {
  const body = objectOf(value)
  if (body === undefined) return false
  return isList(body.messages) || (listOf(body.messages)?.length === 0 && stringOf(body.model) !== undefined)
}

/** A captured exchange of HTTP is another format, with an importer of its own. */
const isCapture = (value: Json): boolean => objectOf(value.headers) !== undefined

const inside = (value: unknown, path: Path, depth: number): Located | undefined => {
  const object = objectOf(value)
  if (object === undefined) return undefined
  const around = depth === 0 ? {} : { around: path.slice(0, path.length - depth) }
  if (isBody(object))
    return { messages: [...path, "messages"], body: path, ...(depth === 0 ? { around: path } : around) }
  if (isCapture(object) || depth === 2) return undefined
  for (const name of envelopes) {
    const found = inside(object[name], [...path, name], depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** Conversations of one element of a list: a run with its trajectory, or a body. */
const element = (value: unknown, index: number): Located | undefined =>
  isList(objectOf(value)?.traj) ? { messages: [index, "traj"] } : inside(value, [index], 0)

/** Every conversation in a parsed document, in order; none where it holds no list of messages. */
export const locate = (root: unknown): readonly Located[] => {
  const list = listOf(root)
  if (list === undefined) {
    const found = inside(root, [], 0)
    return found === undefined ? [] : [found]
  }
  if (list.some(isMessage)) return [{ messages: [] }]
  return list.flatMap((value, index) => element(value, index) ?? [])
}

/** The value at a path of a parsed document. */
export const valueAt = (root: unknown, path: Path): unknown => {
  let value: unknown = root
  for (const name of path) value = typeof name === "number" ? listOf(value)?.[name] : objectOf(value)?.[name]
  return value
}

/** The shape of a document's first conversation; undefined where it has none of these shapes. */
export const shapeOfDocument = (root: unknown): Shape | undefined => {
  const [first] = locate(root)
  if (first === undefined) return undefined
  const body = first.body === undefined ? undefined : objectOf(valueAt(root, first.body))
  return shapeOf(listOf(valueAt(root, first.messages)) ?? [], body)
}

/** The shape of a file of lines, each with a body: that of most of them; undefined where most have none. */
export const shapeOfLines = (lines: readonly unknown[]): Shape | undefined => {
  const shapes = lines
    .slice(0, 200)
    .map((line) => (objectOf(line) === undefined ? undefined : shapeOfDocument(line)))
  const count = (shape: Shape | undefined): number => shapes.filter((one) => one === shape).length
  if (shapes.length === 0 || count(undefined) * 2 > shapes.length) return undefined
  return count("openai-chat") >= count("anthropic-messages") ? "openai-chat" : "anthropic-messages"
}
