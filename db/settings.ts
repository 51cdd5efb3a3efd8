import type { z } from "zod"
import { params } from "#lib/record/entries/header.ts"
import type { Immutable } from "#lib/record/immutable.ts"
import type { Db } from "./connect.ts"

/** What a request asks for beside its history, as headers hold it. */
export type Params = Immutable<z.infer<typeof params>>

/** What is asked for where nothing else is said. Absent: as the target's row says; no params where none are set. */
export type Preferences = {
  readonly baseUrl?: string
  readonly model?: string
  readonly params: Params
  /** The share of the target's window, above 0 and up to 1, from which on a turn is preceded by a compaction; absent: never. */
  readonly compactAt?: number
}

/** What is stored about a target; `sealed` is its key, encrypted, absent where none is stored. */
export type Setting = Preferences & { readonly sealed?: Uint8Array }

type Row = {
  readonly target: string
  readonly sealed: Uint8Array | null
  readonly baseUrl: string | null
  readonly model: string | null
  readonly params: string | null
  readonly compactAt: number | null
}

const settingOfRow = ({ sealed, baseUrl, model, params: json, compactAt }: Row): Setting => ({
  ...(sealed === null ? {} : { sealed }),
  ...(baseUrl === null ? {} : { baseUrl }),
  ...(model === null ? {} : { model }),
  params: params.parse(JSON.parse(json ?? "{}")),
  ...(compactAt === null ? {} : { compactAt }),
})

const none: Setting = { params: {} }

/** What is stored, by target's id. Targets without anything stored are absent; ids of targets that are gone are not. */
export const allSettings = async ({ sql }: Db): Promise<ReadonlyMap<string, Setting>> => {
  const rows = await sql<
    Row[]
  >`select target, sealed, base_url as "baseUrl", model, params, compact_at as "compactAt" from setting`
  return new Map(rows.map((row) => [row.target, settingOfRow(row)]))
}

/** What is stored about one target; without anything, no key and no preferences. */
export const settingOf = async ({ sql }: Db, target: string): Promise<Setting> => {
  const [row] = await sql<Row[]>`
    select target, sealed, base_url as "baseUrl", model, params, compact_at as "compactAt" from setting
    where target = ${target}`
  return row === undefined ? none : settingOfRow(row)
}

/** Stores a target's sealed key in the place of an older one; undefined takes it away. Preferences stay. */
export const saveSealed = async (
  { sql }: Db,
  target: string,
  sealed: Uint8Array | undefined,
): Promise<void> => {
  await sql`
    insert into setting (target, sealed) values (${target}, ${sealed ?? null})
    on conflict (target) do update set sealed = excluded.sealed, changed_at = now()`
}

/** Stores a target's preferences in the place of older ones; what is absent falls back to the row. The key stays. */
export const savePreferences = async (
  { sql }: Db,
  target: string,
  { baseUrl, model, params: asked, compactAt }: Preferences,
): Promise<void> => {
  await sql`
    insert into setting (target, base_url, model, params, compact_at)
    values (${target}, ${baseUrl ?? null}, ${model ?? null}, ${JSON.stringify(asked)}::json, ${compactAt ?? null})
    on conflict (target) do update set base_url = excluded.base_url, model = excluded.model,
      params = excluded.params, compact_at = excluded.compact_at, changed_at = now()`
}
