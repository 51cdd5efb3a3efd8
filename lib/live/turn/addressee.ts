import type { Database } from "#db/open.ts"
import { type Preferences, settingOf } from "#db/settings.ts"
import { anyone } from "#lib/dialect/model.ts"
import type { Target } from "#lib/dialect/targets.ts"
import type { Entry, Header } from "#lib/record/entry.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { ownTarget } from "../counting.ts"
import { demo } from "../demo/demo.ts"
import { credentials } from "../providers.ts"
import { targetNamed } from "../targets.ts"
import { askProvider } from "../transport/ask.ts"
import type { Addressee } from "./work.ts"

/**
 * Whom somebody wants asked: a target by its id, or `demo`; its usual model unless one is named. `bare`: it gets what was
 * said and nothing beside it, no tools, and nothing is compacted for it.
 */
export type Choice = { readonly target: string; readonly model?: string; readonly bare?: true }

const newest = (entries: readonly Entry[]): Header | undefined =>
  entries.findLast((entry): entry is Header => entry.kind === "header")

/** Whom a record's last live request was for; undefined where it has had none. */
export const lastChoice = (entries: readonly Entry[]): Choice | undefined => {
  const header = newest(entries)
  if (header === undefined || header.reason === "import") return undefined
  const { provider, model } = header.target
  return provider === demo.provider ? { target: demo.provider } : { target: ownTarget(entries).id, model }
}

const nameOf = ({ id, provider }: Target): string => (provider === anyone ? id : provider)

/** From how many tokens on a compaction goes before a turn; nothing where none is wanted, or the window is not known. */
const compactingAt = ({ window }: Target, { compactAt }: Preferences): Pick<Addressee, "compactAt"> =>
  window === undefined || compactAt === undefined ? {} : { compactAt: Math.floor(window * compactAt) }

const demoAddressee = (system: string | undefined): Outcome<Addressee> => {
  const target = targetNamed(demo.target)
  if (!target.ok) return target
  return fine({
    target: target.value,
    named: { provider: demo.provider, dialect: target.value.dialect, model: demo.model },
    params: {},
    ...(system === undefined ? {} : { system }),
    exchange: demo.exchange,
  })
}

/**
 * Whom the next request of a record is for, with all that it holds beside history but the tools. Problems: those of
 * `credentials`.
 */
export const addresseeOf = async (
  db: Database,
  entries: readonly Entry[],
  { target: id, model, bare }: Choice,
): Promise<Outcome<Addressee>> => {
  const system = newest(entries)?.system
  if (id === demo.provider) return demoAddressee(system)
  const target = targetNamed(id)
  if (!target.ok) return target
  const access = await credentials(db, id)
  if (!access.ok) return access
  const { url, auth, key } = access.value
  const setting = await settingOf(db, id)
  const asked = model ?? setting.model ?? target.value.model
  return fine({
    target: target.value,
    named: { provider: nameOf(target.value), dialect: target.value.dialect, model: asked },
    params: setting.params,
    ...(system === undefined ? {} : { system }),
    ...(target.value.keepsMarked ? { policies: { cacheMarks: true } } : {}),
    ...(bare === true ? {} : compactingAt(target.value, setting)),
    exchange: (body, options) =>
      askProvider(
        {
          target: { dialect: target.value.dialect, url, auth },
          model: asked,
          body,
          ...(key === undefined ? {} : { key: key.reveal() }),
        },
        options,
      ),
  })
}
