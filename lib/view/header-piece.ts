import type { Header } from "#lib/record/entry.ts"
import { clip, type Limits, oneLine } from "./clip.ts"
import type { Crossed } from "./crossed.ts"

const none: Crossed = { fields: [], texts: [], blobs: [] }

/** The value at a JSON pointer of a parsed value; undefined where there is none. */
const at = (value: unknown, path: string): unknown =>
  path
    .split("/")
    .slice(1)
    .reduce<unknown>((inside, token) => {
      const key = token.replaceAll("~1", "/").replaceAll("~0", "~")
      return typeof inside === "object" && inside !== null ? Reflect.get(inside, key) : undefined
    }, value)

/** A field of `extra`, which is stored as JSON text; undefined where that text is no JSON. */
const extraAt = (header: Header, path: string): unknown => {
  try {
    return at(JSON.parse(header.params.extra ?? "null"), path.slice("/params/extra".length))
  } catch {
    return undefined
  }
}

/** The stored side of a header piece, such as `/tools/0` or `/params/maxTokens`, within limits for each of its texts. */
export const headerPiece = (header: Header, path: string, limits: Limits): Crossed => {
  const tool = /^\/tools\/(\d+)$/.exec(path)
  const declared = tool === null ? undefined : header.tools?.[Number(tool[1])]
  if (declared !== undefined) {
    const schema = { name: "inputSchema", clip: clip(declared.inputSchema, limits), json: true }
    const words = declared.description
    return {
      ...none,
      head: oneLine(declared.name, 120),
      texts:
        words === undefined
          ? [schema]
          : [{ name: "description", clip: clip(words, limits), json: false }, schema],
    }
  }
  const value = path.startsWith("/params/extra/") ? extraAt(header, path) : at(header, path)
  if (value === undefined) return none
  if (typeof value === "string" && path === "/system")
    return { ...none, texts: [{ name: "", clip: clip(value, limits), json: false }] }
  const name = path.slice(path.lastIndexOf("/") + 1)
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.length <= 72
    ? { ...none, fields: [{ name, value: text, changed: false }] }
    : { ...none, texts: [{ name, clip: clip(text, limits), json: true }] }
}
