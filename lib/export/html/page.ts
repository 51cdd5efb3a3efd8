import { measure } from "#lib/dialect/media.ts"
import { counts } from "#lib/view/counts.ts"
import type { Sheet } from "#lib/view/sheet.ts"
import { titleOf } from "#lib/view/title.ts"
import { windowOf } from "#lib/view/window.ts"
import { howList, hows, moment, number, plural, reasonSentence } from "#lib/view/words.ts"
import type { Reason } from "#lib/wire/reason.ts"
import type { Omitted } from "../omitted.ts"
import { omittedWords } from "../omitted.ts"
import { html, type Markup } from "./markup.ts"
import { crossingRow, entryRow, type PictureOf } from "./sides.ts"
import { policy, style } from "./style.ts"

/** Pictures that a page shows: types whose bytes can hold no script, known by the bytes themselves. */
const rasters = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"])

const pictureOf =
  (objects: (sha256: string) => Uint8Array | undefined): PictureOf =>
  (sha256) => {
    const bytes = objects(sha256)
    const type = bytes === undefined ? undefined : measure(bytes)?.mediaType
    if (bytes === undefined || type === undefined || !rasters.has(type)) return undefined
    return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`
  }

const everything = { lines: Number.POSITIVE_INFINITY, chars: Number.POSITIVE_INFINITY }
const wanted = { order: "rows", columns: 80, limits: everything } as const

const facts = ({ record, projection }: Sheet): string => {
  const { header } = record
  const { target, model, asOf, wire } = projection
  return [
    `record ${header.id}`,
    header.origin?.format,
    header.createdAt === null ? undefined : moment(header.createdAt),
    `entries 1–${number(asOf)}`,
    `for ${target.label}, model ${model}`,
    `${number(wire.length)} B, sha256 ${wire.digest()}`,
  ]
    .filter((fact) => fact !== undefined)
    .join(" · ")
}

const countWords = ({ crossings }: Sheet): string => {
  const of = counts(crossings)
  return howList.map((how) => `${number(of[how])} ${hows[how].word}`).join(" · ")
}

/** The reasons that occur, each with its sentence and how often, the most frequent first. */
const reasons = ({ crossings }: Sheet): Markup | undefined => {
  const found = new Map<Reason, { how: string; count: number }>()
  for (const { reason, how } of crossings)
    if (reason !== undefined) found.set(reason, { how, count: (found.get(reason)?.count ?? 0) + 1 })
  if (found.size === 0) return undefined
  const items = [...found]
    .toSorted(([, a], [, b]) => b.count - a.count)
    .map(
      ([reason, { how, count }]) =>
        html`<li data-how="${how}"><code>${reason} × ${number(count)}</code><span>${reasonSentence(reason)}</span></li>`,
    )
  return html`<section class="reasons" aria-label="Reasons"><h2>Why it differs</h2><ul>${items}</ul></section>`
}

const head = (sheet: Sheet, omitted: Omitted): Markup => {
  const title = titleOf(sheet.record)
  const left = omittedWords(omitted)
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${title}</title><style>${{ html: style }}</style></head><body>
<header><h1>${title}</h1><p class="quiet">${facts(sheet)}</p><p class="quiet">${countWords(sheet)}</p>${
    left === undefined ? undefined : html`<p class="omitted">${left}</p>`
  }</header>
${reasons(sheet)}<main aria-label="Stored beside crossed"><div class="heads"><p>stored</p><p></p><p>crossed · ${
    sheet.projection.target.id
  }</p></div><ol class="rows">
`
}

/** Rows written at once: a long page is never in memory whole. */
const portion = 200

/**
 * A page that stands for itself: what is stored beside what crosses, each difference with its reason. Nothing in it runs,
 * and nothing is fetched.
 */
export function* htmlPage(
  sheet: Sheet,
  objects: (sha256: string) => Uint8Array | undefined,
  omitted: Omitted,
): Generator<string> {
  yield head(sheet, omitted).html
  const picture = pictureOf(objects)
  const list = sheet.order.rows
  for (let from = 0; from < list.length; from += portion) {
    const views = windowOf(sheet, list, from, from + portion, wanted)
    for (const view of views) {
      const role = sheet.rows[view.number]?.role ?? "frame"
      yield (view.is === "entry" ? entryRow(view) : crossingRow(view, role, picture)).html
    }
  }
  yield html`</ol></main><footer>Exported from Crossing, ${plural(list.length, "row")}.</footer></body></html>
`.html
}
