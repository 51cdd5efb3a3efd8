import { memo } from "react"
import { BlockView } from "#app/blocks/index.tsx"
import { Exact } from "#app/ui/exact.tsx"
import { isWhole } from "#lib/view/clip.ts"
import type { FindingView } from "#lib/view/findings.ts"
import type { Light } from "#lib/view/packed.ts"
import type { CrossingView, RowView } from "#lib/view/window.ts"
import { hows, isLabel, number, reasonSentence, rowWords } from "#lib/view/words.ts"
import { useRowActions } from "./actions.ts"
import { CrossedPiece } from "./crossed-piece.tsx"
import { FindingMark } from "./finding-mark.tsx"
import { PrintedPiece } from "./printed-piece.tsx"
import styles from "./row.module.css"
import { RowTools } from "./row-tools.tsx"

export type RowProps = {
  readonly light: Light
  readonly view: RowView | undefined
  readonly findings: readonly FindingView[]
  readonly isFocused: boolean
  readonly isOpen: boolean
  readonly copyMenu: boolean
  readonly words: readonly string[]
  readonly object: (sha256: string) => string
}

const Gutter = ({ light, findings, isFocused }: Pick<RowProps, "light" | "findings" | "isFocused">) => (
  <div className={styles.gutter}>
    {light.how === undefined || light.how === "carried" ? null : (
      <span className={styles.glyph} title={light.reason ?? hows[light.how].word}>
        <span aria-hidden="true">{hows[light.how].glyph}</span>
        <span data-hidden="">{hows[light.how].word}</span>
      </span>
    )}
    <FindingMark findings={findings} isFocused={isFocused} />
  </div>
)

/** Short pieces are one line; a piece inside a result that crosses as it is needs no label. */
const formOf = (
  light: Light,
  view: CrossingView,
): { readonly "data-line"?: ""; readonly "data-bare"?: "" } => {
  if (view.printed !== undefined) return {}
  if (light.nested && view.how === "carried") return { "data-bare": "" }
  const isShort = light.kind === "param" || (light.kind === "tool-result" && view.shown !== undefined)
  const texts = [view.crossed, view.header].flatMap((piece) => [
    ...(piece?.texts ?? []),
    ...(piece?.blobs ?? []),
  ])
  const holds = view.shown?.kind === "tool-result" && view.shown.content.length > 0
  return isShort && texts.length === 0 && !holds ? { "data-line": "" } : {}
}

const Stored = ({
  view,
  light,
  words,
  object,
}: Pick<RowProps, "light" | "words" | "object"> & { readonly view: CrossingView }) => {
  if (view.shown === undefined && view.header === undefined)
    return (
      <div className={styles.nothing} data-hatched="">
        {light.how === "made" ? "nothing stored" : "not found in the record"}
      </div>
    )
  return (
    <div className={styles.side} data-edge="" {...formOf(light, view)}>
      <div className={styles.label} data-label-line="">
        <span>
          {light.kind === "param" && view.printed === undefined ? null : view.word}
          {view.surface ? " · shown, never sent" : null}
          {view.derived ? " · facts only, the text is not stored" : null}
        </span>
        <span className={styles.id}>{view.key}</span>
      </div>
      {view.shown === undefined ? null : <BlockView shown={view.shown} words={words} object={object} />}
      {view.header === undefined ? null : <CrossedPiece piece={view.header} words={words} />}
    </div>
  )
}

const ReasonWord = ({ view }: { readonly view: CrossingView }) =>
  view.reason === undefined ? null : (
    <span className={styles.reason}>
      {view.reason}
      {typeof view.facts?.["also"] === "string" ? ` ${view.facts["also"]}` : null}
    </span>
  )

/** A made line that introduces what stands behind it: one line, its reason beside it. */
const LabelPiece = ({ view, words }: { readonly view: CrossingView; readonly words: readonly string[] }) => (
  <div className={styles.side} data-edge="" data-label="">
    <ReasonWord view={view} />
    {view.crossed?.texts.map(({ name, clip }) => (
      <Exact key={name} clip={clip} words={words} />
    ))}
  </div>
)

const Crossed = ({
  light,
  view,
  words,
}: Pick<RowProps, "light" | "words"> & { readonly view: CrossingView }) => {
  if (view.place === undefined)
    return (
      <div className={styles.nothing} data-hatched="">
        <span>
          <span className={styles.dropped}>
            <span aria-hidden="true">{hows.dropped.glyph}</span> {view.reason ?? hows.dropped.word}
          </span>{" "}
          {view.reason === undefined ? null : reasonSentence(view.reason)}
          {view.by === undefined ? null : ` By entry ${number(view.by)}.`}
        </span>
      </div>
    )
  if (isLabel(view.reason) && view.crossed !== undefined) return <LabelPiece view={view} words={words} />
  return (
    <div
      className={styles.side}
      data-edge=""
      data-made={view.how === "made" ? "" : undefined}
      {...formOf(light, view)}
    >
      <div className={styles.label} data-label-line="">
        <span className={styles.pointer}>
          {view.place.pointer}
          {view.place.from === undefined ? null : ` ${view.place.from}–${view.place.to ?? ""}`}
        </span>
        <ReasonWord view={view} />
      </div>
      {view.crossed === undefined ? null : <CrossedPiece piece={view.crossed} words={words} />}
      {view.printed === undefined ? null : <PrintedPiece printed={view.printed} />}
    </div>
  )
}

/** Whether anything of a row is cut, so that opening it shows more. */
export const isCut = (view: CrossingView): boolean => {
  const shown = view.shown
  const clips = [
    ...(shown === undefined
      ? []
      : "text" in shown
        ? [shown.text]
        : "arguments" in shown
          ? [shown.arguments]
          : "json" in shown
            ? [shown.json]
            : []),
    ...(shown?.kind === "tool-result"
      ? shown.content.flatMap((inner) => ("text" in inner ? [inner.text] : []))
      : []),
    ...[view.header, view.crossed].flatMap((piece) => piece?.texts.map(({ clip }) => clip) ?? []),
  ]
  return clips.some((clip) => !isWhole(clip)) || (view.printed?.rest ?? 0) > 0
}

const Waiting = ({ light, findings, isFocused }: Pick<RowProps, "light" | "findings" | "isFocused">) => (
  <>
    <div className={styles.side} data-edge="">
      <div className={styles.label} data-label-line="">
        <span>{rowWords[light.kind]}</span>
        <span className={styles.id}>{light.key}</span>
      </div>
    </div>
    <Gutter light={light} findings={findings} isFocused={isFocused} />
    <div className={styles.side} data-edge="" />
  </>
)

/** One crossing: what is stored, how it crosses, what crosses. */
export const CrossingRow = memo(
  ({ light, view, findings, isFocused, isOpen, copyMenu, words, object }: RowProps) => {
    const { moreLines, toggleOpen } = useRowActions()
    if (view === undefined || view.is === "entry")
      return <Waiting light={light} findings={findings} isFocused={isFocused} />
    const cut = isCut(view)
    return (
      <>
        <Stored view={view} light={light} words={words} object={object} />
        <Gutter light={light} findings={findings} isFocused={isFocused} />
        <Crossed light={light} view={view} words={words} />
        {cut || isOpen ? (
          <div className={styles.more}>
            {isOpen && cut ? (
              <button type="button" tabIndex={-1} onClick={() => moreLines(light.key)}>
                ▾ more lines
              </button>
            ) : null}
            <button type="button" tabIndex={-1} onClick={() => toggleOpen(light.key)}>
              {isOpen ? "▴ close" : "▸ open"}
            </button>
          </div>
        ) : null}
        {isFocused ? <RowTools light={light} view={view} copyMenu={copyMenu} /> : null}
      </>
    )
  },
)
CrossingRow.displayName = "CrossingRow"
