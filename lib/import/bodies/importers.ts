import { objectOf, parsed } from "#lib/record/json.ts"
import { fine, refused } from "#lib/record/problem.ts"
import { digestOf } from "../digest.ts"
import type { DocumentImporter, Fate, From, LineImporter, Sample } from "../importer.ts"
import { type Ledger, ledger } from "../ledger.ts"
import { peek } from "../peek.ts"
import { type Path, placesOf, pointerOf } from "../raw.ts"
import { timeOf, timeOfSeconds } from "../time.ts"
import { type Conversation, type Reader, readConversation, titleOf } from "./conversation.ts"
import { type Located, locate, shapeOfDocument, shapeOfLines, valueAt } from "./locate.ts"
import type { Shape } from "./shape.ts"

/** A file of one line is a document; of several, it is lines. */
const isLines = (sample: Sample): boolean => peek(sample).root === undefined

const aroundOf = (root: unknown, { around, messages }: Located) =>
  objectOf(valueAt(root, around ?? messages.slice(0, -1)))

const openRecord = (to: Ledger, n: number, root: unknown, located: Located, digest?: string): void => {
  const around = aroundOf(root, located)
  const title = titleOf(around)
  to.facts({
    n,
    ...(digest === undefined ? {} : { digest }),
    createdAt: timeOfSeconds(around?.timestamp) ?? timeOf(around?.timestamp),
    ...(title === undefined ? {} : { title }),
  })
}

const addPieces = (
  to: Ledger,
  n: number,
  conversation: Conversation,
  place: (path: Path, element: number | undefined) => { readonly from: From; readonly at?: number },
): void => {
  for (const { id, time, body, objects, path, element } of conversation.pieces) {
    for (const object of objects) to.keep(object)
    to.add(n, body, { id, time, ...place(path, element) })
  }
}

/** Documents that hold one or many lists of messages; each list is a record. */
export const documents = (shape: Shape, label: string, reader: Reader): DocumentImporter => ({
  id: shape,
  format: shape,
  label,
  unit: "document",
  detect: (sample) => !isLines(sample) && shapeOfDocument(peek(sample).root) === shape,
  read: (text, { name }) => {
    const root = parsed(text)
    if (root === undefined) return refused("json-invalid", { name })
    const places = placesOf(text)
    const to = ledger()
    let before = 0
    for (const [index, located] of locate(root).entries()) {
      const conversation = readConversation(reader, places, located, root)
      const first = before + 1
      openRecord(to, index + 1, root, located, conversation.digest)
      addPieces(to, index + 1, conversation, (path, element) => ({
        from: { pointer: pointerOf(path) },
        ...(element === undefined ? {} : { at: first + element }),
      }))
      for (const [at, fate] of conversation.fates.entries()) to.fate({ ...fate, at: first + at })
      before += conversation.fates.length
    }
    return fine(to.flush())
  },
})

const lineFate = ({ fates }: Conversation, at: number): Fate => {
  const unread = fates.find((fate) => fate.fate === "unread")
  if (unread === undefined || fates.some((fate) => fate.fate === "kept")) {
    const repaired = fates.find((fate) => fate.fate === "kept" && fate.repaired !== undefined)
    return {
      fate: "kept",
      at,
      ...(unread === undefined && repaired === undefined ? {} : { repaired: "message" }),
    }
  }
  return { fate: "unread", at, why: unread.why }
}

type LineState = { readonly to: Ledger; readonly seen: Set<string>; records: number }

/** A broken line stands with the record before it. */
const keepUnread = (state: LineState, raw: string, at: number, why: string): Fate => {
  state.records = Math.max(state.records, 1)
  const from = { lines: [at, at] } as const
  state.to.add(state.records, { kind: "unread", raw, why }, { id: `line~${at}`, time: null, from, at })
  return { fate: "unread", at, why }
}

const readLine = (reader: Reader, state: LineState, line: string, at: number): Fate => {
  if (line.trim() === "") return { fate: "structural", at, type: "blank" }
  const root = parsed(line)
  if (root === undefined) return keepUnread(state, line, at, "json-invalid")
  const digest = digestOf(line).slice(0, 16)
  if (state.seen.has(digest)) return { fate: "duplicate", at }
  const [located] = objectOf(root) === undefined ? [] : locate(root)
  if (located === undefined) return keepUnread(state, line, at, "messages-missing")
  const conversation = readConversation(reader, placesOf(line), located, root)
  state.seen.add(digest)
  state.records++
  openRecord(state.to, state.records, root, located)
  addPieces(state.to, state.records, conversation, () => ({ from: { lines: [at, at] }, at }))
  return lineFate(conversation, at)
}

/** Files with a request body or a list of messages in each line; each line is a record. */
export const lines = (shape: Shape, label: string, reader: Reader): LineImporter => ({
  id: `${shape}-lines`,
  format: shape,
  label,
  unit: "line",
  detect: (sample) => isLines(sample) && shapeOfLines(peek(sample).lines) === shape,
  open: () => {
    const state: LineState = { to: ledger(), seen: new Set(), records: 0 }
    const settle = (fate: Fate) => {
      state.to.fate(fate)
      return state.to.flush()
    }
    return {
      take: (line, at) => settle(readLine(reader, state, line, at)),
      refuse: (at, why) => settle(keepUnread(state, "", at, why)),
      end: () => state.to.flush(),
    }
  },
})
