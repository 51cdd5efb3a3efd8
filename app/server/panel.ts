import type { Database } from "#db/open.ts"
import { type Ear, listen } from "#db/signals.ts"
import { admissionOf, principalNow, runningNow } from "#lib/live/principal.ts"
import { closeToolbox, sharedToolbox } from "#lib/live/tools/shared.ts"
import { openPanel } from "#lib/live/turn/open-panel.ts"
import type { Panel } from "#lib/live/turn/panel.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"

/** The live side of this process: its ear for what others say, and the turns that run in it. */
type Live = { readonly ear: Promise<Ear>; readonly panel: Promise<Outcome<Panel>> }

const kept = globalThis as typeof globalThis & { crossingLive?: Live } // our own key on the global object

const open = async (db: Database, ear: Promise<Ear>): Promise<Outcome<Panel>> => {
  const toolbox = sharedToolbox(db)
  if (!toolbox.ok) return toolbox
  const admission = admissionOf(process.env)
  return fine(
    openPanel({
      db,
      ear: await ear,
      toolbox: toolbox.value,
      principal: (before) => principalNow(admission, runningNow(), before),
      failed: (record, error) => console.error(`A turn of record ${record} failed:`, error),
    }),
  )
}

const live = (db: Database): Live => {
  if (kept.crossingLive === undefined) {
    const ear = listen(db.sql)
    kept.crossingLive = { ear, panel: open(db, ear) }
  }
  return kept.crossingLive
}

/** The process's ear, opened when first asked for. */
export const sharedEar = (db: Database): Promise<Ear> => live(db).ear

/** The process's panel, opened when first asked for. Problems: those of the tools' configuration. */
export const sharedPanel = (db: Database): Promise<Outcome<Panel>> => live(db).panel

/** Stops the turns of this process: what had arrived stays. */
export const closePanel = async (): Promise<void> => {
  const open = kept.crossingLive
  delete kept.crossingLive
  if (open === undefined) return
  const panel = await open.panel
  if (panel.ok) await panel.value.close()
  await closeToolbox()
  await (await open.ear).close()
}
