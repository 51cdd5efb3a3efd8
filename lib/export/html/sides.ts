import type { Clip } from "#lib/view/clip.ts"
import type { Changed, Crossed } from "#lib/view/crossed.ts"
import { runs } from "#lib/view/runs.ts"
import type { Shown } from "#lib/view/shown.ts"
import type { CrossingView, EntryView } from "#lib/view/window.ts"
import { hows, number, reasonSentence, sealWords, size } from "#lib/view/words.ts"
import { html, type Markup } from "./markup.ts"

/** A picture's bytes as a data URL; undefined where they are none that a page may show. */
export type PictureOf = (sha256: string) => string | undefined

/** Characters as they are stored or sent; what would hide or turn the line round is named. */
const exact = ({ text }: Clip, changed?: Changed, head?: string): Markup => {
  const parts = runs(text, changed, []).map((run) => {
    if (run.mark) return html`<span class="mark">${run.text}</span>`
    return run.changed ? html`<span class="changed">${run.text}</span>` : html`${run.text}`
  })
  const blank = text.trim() === "" ? html`<span class="quiet">blank, ${plural(text.length)}</span>` : parts
  return html`<div class="exact">${head === undefined ? undefined : html`<span class="name">${head} </span>`}${blank}</div>`
}

const plural = (chars: number): string => `${number(chars)} ${chars === 1 ? "character" : "characters"}`

const seal = ({ seal: of, native }: Shown): Markup | undefined => {
  const words = [
    ...(of === undefined ? [] : [`${sealWords[of.kind]} · ${of.kind} · ${plural(of.chars)}`]),
    ...(native === undefined ? [] : [`with the provider’s own JSON (${native})`]),
  ]
  return words.length === 0 ? undefined : html`<div class="quiet">${words.join(" · ")}</div>`
}

type Media = Extract<Shown, { readonly kind: "image" | "file" }>

const media = (block: Media, pictureOf: PictureOf): Markup => {
  const { mediaType, width, height, bytes, name, url, object } = block
  const pixels = width === undefined || height === undefined ? undefined : `${width} × ${height}`
  const facts = [name, mediaType, pixels, bytes === undefined ? undefined : size(bytes)]
  const words = facts.filter((fact) => fact !== undefined).join(" · ")
  const source = block.kind === "image" && object !== undefined ? pictureOf(object) : undefined
  return html`<div class="exact">${words}</div>${
    url === undefined ? undefined : html`<div class="quiet">${url} · never fetched</div>`
  }${source === undefined ? undefined : html`<img src="${source}" alt="${name ?? `Picture, ${mediaType}`}">`}`
}

const block = (of: Shown, pictureOf: PictureOf): Markup => {
  switch (of.kind) {
    case "text":
    case "reasoning":
      return html`${of.text.chars === 0 && of.seal !== undefined ? undefined : exact(of.text)}${seal(of)}`
    case "tool-call":
      return html`${exact(of.arguments, undefined, of.name)}${seal(of)}`
    case "tool-result":
      return html`${of.content.map((inner) => block(inner, pictureOf))}${seal(of)}`
    case "image":
    case "file":
      return html`${media(of, pictureOf)}${seal(of)}`
    case "opaque":
      return html`${exact(of.json, undefined, of.source)}${seal(of)}`
  }
}

const piece = ({ head, fields, texts, blobs }: Crossed): Markup => {
  const facts = [
    ...(head === undefined ? [] : [head]),
    ...fields.map(({ name, value }) => `${name} ${value}`),
  ]
  return html`${facts.length === 0 ? undefined : html`<div class="exact">${facts.join(" · ")}</div>`}${texts.map(
    ({ name, clip, changed }) =>
      html`${texts.length > 1 && name !== "" ? html`<div class="quiet">${name}</div>` : undefined}${exact(clip, changed)}`,
  )}${blobs.map(({ name, chars }) => html`<div class="quiet">${name} · ${plural(chars)}</div>`)}`
}

const stored = (view: CrossingView, pictureOf: PictureOf): Markup => {
  if (view.shown === undefined && view.header === undefined)
    return html`<div class="nothing">nothing stored</div>`
  const told = `${view.word}${view.surface ? " · shown, never sent" : ""}${view.derived ? " · facts only" : ""}`
  return html`<div class="side"><div class="label"><span>${told}</span><code>${view.key}</code></div>${
    view.shown === undefined ? undefined : block(view.shown, pictureOf)
  }${view.header === undefined ? undefined : piece(view.header)}</div>`
}

const crossed = ({ place, crossed: of, how, reason, facts }: CrossingView): Markup => {
  if (place === undefined)
    return html`<div class="nothing"><b>${reason ?? hows.dropped.word}</b><span>${
      reason === undefined ? "" : reasonSentence(reason)
    }</span></div>`
  const also = typeof facts?.["also"] === "string" ? ` ${facts["also"]}` : ""
  const why = reason === undefined ? undefined : html`<span class="why">${reason}${also}</span>`
  const made = how === "made" ? html` data-made` : undefined
  return html`<div class="side"${made}><div class="label"><code>${place.pointer}</code>${why}</div>${
    of === undefined ? undefined : piece(of)
  }</div>`
}

/** One crossing: what is stored, how it crosses, what crosses. */
export const crossingRow = (view: CrossingView, role: string, pictureOf: PictureOf): Markup => {
  const glyph = hows[view.how].glyph
  const sign =
    glyph === ""
      ? undefined
      : html`<span aria-hidden="true">${glyph}</span><span class="hidden">${hows[view.how].word}</span>`
  return html`<li class="row" id="${view.key}" data-role="${role}" data-how="${view.how}">${stored(view, pictureOf)}<div class="gutter">${sign}</div>${crossed(view)}</li>\n`
}

/** Entries beside the conversation: nothing of them crosses. */
export const entryRow = ({ key, lines }: EntryView): Markup =>
  html`<li class="beside" id="${key}">${lines.map(({ seq, text }) => html`<div>${seq} · ${text}</div>`)}</li>\n`
