import type { BlockId } from "#lib/record/block.ts"
import type { From, RecordParent } from "../importer.ts"
import { type Ledger, ledger } from "../ledger.ts"

/** A call and, once it came, its result. */
export type Exchange = {
  readonly name: string
  /** Seq of the call's entry; 0 where only the result is in the file. */
  readonly call: number
  readonly result?: {
    readonly block: BlockId
    readonly isError: boolean
    readonly size: number
    readonly pictures: number
  }
}

/** A compaction that was announced: its summary is the next thing to come. */
export type Boundary = { readonly at: number; readonly head: number; readonly preserved: readonly string[] }

/** One record that is being read. */
export type RecordState = {
  readonly n: number
  /** Whether a sub-agent's. */
  readonly sub: boolean
  /** Ids in use that are not the source's own, with a fingerprint of what each stands for. */
  readonly ids: Map<string, number>
  /** How often each line that could not be read has come. */
  readonly unread: Map<string, number>
  readonly exchanges: Map<string, Exchange>
  /** Seqs of kept ancestors that a human prompt has followed. */
  readonly followed: Set<number>
  /** Calls that start a sub-agent, by the digest of its prompt. */
  readonly tasks: Map<string, { readonly seq: number; readonly title?: string }>
  /** Seqs of the first and last message that was sent; 0 where there is none. */
  firstMessage: number
  lastMessage: number
  boundary: Boundary | undefined
  session: string | undefined
  dated: boolean
}

/**
 * Where a line stands in the tree. `anchor`: seq of the nearest kept entry at or above it that is neither progress,
 * attachment, system line nor result. `tip`: seq of the nearest kept entry at all. 0 where there is none.
 */
export type Place = {
  readonly n: number
  readonly anchor: number
  readonly tip: number
  /** Seq of its own first entry; 0 where it adds none. */
  readonly first: number
  /** What it says, as a fingerprint. */
  readonly says: number
}

export type Session = {
  readonly ledger: Ledger
  readonly fromOf: (at: number) => From
  readonly records: RecordState[]
  readonly agents: Map<string, RecordState>
  readonly places: Map<string, Place>
  /** Titles that name a tip, which may come later. */
  readonly titles: Map<string, string>
  /** Beginnings of what was said in the user's role. */
  readonly prompts: Set<string>
  main: RecordState | undefined
  side: RecordState | undefined
  /** How much the title in force counts: one that a person gave counts most. */
  titleRank: number
}

export const newSession = (fromOf: (at: number) => From): Session => ({
  ledger: ledger(),
  fromOf,
  records: [],
  agents: new Map(),
  places: new Map(),
  titles: new Map(),
  prompts: new Set(),
  main: undefined,
  side: undefined,
  titleRank: 0,
})

type Opening = {
  readonly sub: boolean
  readonly session?: string | undefined
  readonly title?: string | undefined
  readonly parent?: RecordParent
}

/** Begins a record; its number is the next one. */
export const openRecord = (session: Session, { sub, session: id, title, parent }: Opening): RecordState => {
  const record: RecordState = {
    n: session.records.length + 1,
    sub,
    ids: new Map(),
    unread: new Map(),
    exchanges: new Map(),
    followed: new Set(),
    tasks: new Map(),
    firstMessage: 0,
    lastMessage: 0,
    boundary: undefined,
    session: id,
    dated: false,
  }
  session.records.push(record)
  session.ledger.facts({
    n: record.n,
    ...(id === undefined ? {} : { session: id }),
    ...(title === undefined ? {} : { title }),
    ...(parent === undefined ? {} : { parent }),
  })
  return record
}

/** The main record; opened by the first line that needs it. */
export const mainOf = (session: Session, id?: string): RecordState => {
  session.main ??= openRecord(session, { sub: false, session: id })
  if (session.main.session === undefined && id !== undefined) {
    session.main.session = id
    session.ledger.facts({ n: session.main.n, session: id })
  }
  return session.main
}

/** The record of a line that belongs to no chain: the main one, or the only one there is. */
export const homeOf = (session: Session, id?: string): RecordState =>
  session.main === undefined && session.records[0] !== undefined ? session.records[0] : mainOf(session, id)

/** A title, if none that counts more is in force. */
export const entitle = (session: Session, title: string, rank: 1 | 2 | 3, id?: string): void => {
  if (rank < session.titleRank) return
  session.titleRank = rank
  session.ledger.facts({ n: homeOf(session, id).n, title })
}

/** The first time of a record is when it was created. */
export const date = (session: Session, record: RecordState, at: string | null): void => {
  if (record.dated || at === null) return
  record.dated = true
  session.ledger.facts({ n: record.n, createdAt: at })
}
