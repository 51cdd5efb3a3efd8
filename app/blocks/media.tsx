import type { Shown } from "#lib/view/shown.ts"
import { size } from "#lib/view/words.ts"

type Media = Extract<Shown, { readonly kind: "image" | "file" }>

/** The facts of a picture or file in one line: name, type, size. Where it is only named by a URL, the URL as text: nothing is fetched. */
export const MediaFacts = ({ shown }: { readonly shown: Media }) => {
  const pixels =
    shown.width === undefined || shown.height === undefined ? undefined : `${shown.width} × ${shown.height}`
  const facts = [shown.mediaType, pixels, shown.bytes === undefined ? undefined : size(shown.bytes)].filter(
    (fact) => fact !== undefined,
  )
  return (
    <div data-exact="">
      {shown.name === undefined ? null : <em>{shown.name} · </em>}
      {facts.join(" · ")}
      {shown.url === undefined ? null : <div data-quiet="">{shown.url} · never fetched</div>}
    </div>
  )
}
