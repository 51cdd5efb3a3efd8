"use client"
import { useState } from "react"
import { ExactText } from "#app/ui/exact.tsx"
import type { Excerpt } from "#lib/sent/excerpt.ts"
import type { DiffRow, PartRow, RequestDiff, ShownLine } from "#lib/view/request-diff.ts"
import type { LineSide } from "#lib/view/text-diff.ts"
import { number, plural } from "#lib/view/words.ts"
import styles from "./diff.module.css"

type Props = {
  readonly diff: RequestDiff
  /** What the earlier body is called, and the later one. */
  readonly names: readonly [before: string, now: string]
}

/** What a part is, by shape and word; its colour is that of what the record's page calls so. */
const partWords = {
  changed: { glyph: "≈", word: "changed", how: "altered" },
  moved: { glyph: "↕", word: "moved", how: "altered" },
  added: { glyph: "+", word: "added", how: "made" },
  removed: { glyph: "×", word: "removed", how: "dropped" },
} as const satisfies Record<PartRow["is"], object>

type SideProps = {
  readonly side: LineSide | undefined
  readonly of: "before" | "now"
  /** The other side has nothing here. */
  readonly isAlone: boolean
}

const Side = ({ side, of, isAlone }: SideProps) =>
  side === undefined ? (
    <div className={styles.side} data-hatched="" />
  ) : (
    <div
      className={styles.side}
      data-alone={isAlone ? of : undefined}
      style={{ paddingInlineStart: `${8 + Math.min(side.depth, 10) * 12}px` }}
    >
      {side.bits.map(({ text, differs }, index) =>
        differs && !isAlone ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: stretches have no identity but their place
          <mark key={index} data-side={of}>
            <ExactText text={text} />
          </mark>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <span key={index}>
            <ExactText text={text} />
          </span>
        ),
      )}
    </div>
  )

/** One line on either side; what only one side has faces a hatched cell. */
const Line = ({ line, isWhole }: { readonly line: ShownLine; readonly isWhole: boolean }) => {
  if (line.is === "fold")
    return (
      <p className={styles.fold} data-quiet="">
        … {plural(line.lines, isWhole ? "more line" : "line")} {isWhole ? "" : "the same"}
      </p>
    )
  const [before, now] =
    line.is === "same"
      ? [{ depth: line.line.depth, bits: [{ text: line.line.text, differs: false }] }, undefined]
      : [line.before, line.now]
  return (
    <div className={styles.line} data-same={line.is === "same" ? "" : undefined}>
      <Side side={before} of="before" isAlone={line.is === "other" && now === undefined} />
      <div className={styles.gutter} aria-hidden="true">
        {line.is === "same" ? "" : before === undefined ? "+" : now === undefined ? "×" : "≈"}
      </div>
      <Side
        side={line.is === "same" ? before : now}
        of="now"
        isAlone={line.is === "other" && before === undefined}
      />
    </div>
  )
}

const placeWords = ({ before, now }: PartRow): string => {
  const at = (view: PartRow["before"]): string =>
    view === undefined ? "" : `${number(view.bytes[0])} – ${number(view.bytes[1])}`
  if (before === undefined || now === undefined) return `bytes ${at(before ?? now)}`
  return `bytes ${at(before)} → ${at(now)}`
}

const kindWords = {
  model: "",
  system: "system text",
  tool: "tool",
  message: "message of",
  param: "field",
} as const satisfies Record<PartRow["kind"], string>

const PartView = ({ part }: { readonly part: PartRow }) => {
  const { glyph, word, how } = partWords[part.is]
  const from = part.before?.pointer
  const to = part.now?.pointer
  return (
    <li className={styles.part} data-how={how}>
      <h3 className={styles.title}>
        <span className={styles.mark}>
          <span aria-hidden="true">{glyph}</span> {part.onlyMarks ? "cache mark moved" : word}
        </span>
        <span>
          {kindWords[part.kind]}{" "}
          {part.kind === "system" ? null : (
            <b data-exact="">
              <ExactText text={part.name} />
            </b>
          )}
        </span>
        <span data-exact="" data-quiet="" className={styles.pointer}>
          <ExactText
            text={
              from === to || from === undefined ? (to ?? "") : to === undefined ? from : `${from} → ${to}`
            }
          />
        </span>
        <span data-quiet="">{placeWords(part)}</span>
      </h3>
      {part.preview === undefined ? null : (
        <p className={styles.preview} data-exact="" data-quiet="">
          <ExactText text={part.preview} />
        </p>
      )}
      {part.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
        <Line key={index} line={line} isWhole={part.is === "added" || part.is === "removed"} />
      ))}
    </li>
  )
}

const isPart = (row: DiffRow): row is PartRow => row.is !== "same" && row.is !== "run" && row.is !== "rest"

const rowKey = (row: DiffRow, index: number): string =>
  isPart(row) ? `${row.before?.pointer ?? ""} ${row.now?.pointer ?? ""}` : `${row.is} ${index}`

const Bytes = ({ excerpt, of }: { readonly excerpt: Excerpt; readonly of: "before" | "now" }) => (
  <div className={styles.side}>
    <ExactText text={excerpt.before} />
    {excerpt.from === "" ? (
      <span className={styles.end}>it ends here</span>
    ) : (
      <mark data-side={of}>
        <ExactText text={excerpt.from} />
      </mark>
    )}
  </div>
)

const News = ({ diff }: Pick<Props, "diff">) => {
  const isNew = (row: DiffRow): boolean =>
    row.is === "same" ||
    row.is === "added" ||
    (row.is === "run" && row.of === "added") ||
    (row.is === "changed" && row.onlyMarks)
  const isGrown = diff.rows.every(isNew)
  if (diff.isEqual) return <>Every byte is the same.</>
  if (isGrown) return <>Nothing of it changed; what is new stands behind it.</>
  return <>It is extended; only what was made at its end differs.</>
}

/** Where the two first differ, in the order that the provider reads, with the bytes around. */
const First = ({ diff }: Pick<Props, "diff">) => {
  const { first } = diff
  if (first === undefined)
    return (
      <p className={styles.first}>
        <News diff={diff} />
      </p>
    )
  const [, section] = first.pointer.split("/")
  const [before, now] = first.bytes
  return (
    <>
      <p className={styles.first}>
        First difference
        {section === undefined ? null : (
          <>
            {" "}
            in <b>{section}</b> <span data-exact="">{first.pointer}</span>
          </>
        )}
        , byte {number(before)}
        {before === now ? "" : `, here ${number(now)}`}
      </p>
      <div className={styles.line} data-first="">
        <Bytes excerpt={first.before} of="before" />
        <div className={styles.gutter} aria-hidden="true">
          ≈
        </div>
        <Bytes excerpt={first.now} of="now" />
      </div>
    </>
  )
}

/** Pieces that have no row each: how many, and what became of them. */
const Told = ({ row }: { readonly row: Exclude<DiffRow, PartRow> }) => {
  if (row.is === "same")
    return (
      <li className={styles.same} data-quiet="">
        {row.words} the same
      </li>
    )
  if (row.is === "rest")
    return (
      <li className={styles.same} data-quiet="">
        … {row.words} behind these are not shown
      </li>
    )
  const { glyph, word, how } = partWords[row.of]
  return (
    <li className={styles.run} data-how={how}>
      <span className={styles.mark}>
        <span aria-hidden="true">{glyph}</span> {word}
      </span>
      <span>{row.words} more, likewise</span>
    </li>
  )
}

/** How many rows are shown before more are asked for. */
const page = 60

const Parts = ({ rows }: { readonly rows: readonly DiffRow[] }) => {
  const [shown, setShown] = useState(page)
  const left = rows.length - shown
  return (
    <>
      <ol className={styles.parts}>
        {rows
          .slice(0, shown)
          .map((row, index) =>
            isPart(row) ? (
              <PartView key={rowKey(row, index)} part={row} />
            ) : (
              <Told key={rowKey(row, index)} row={row} />
            ),
          )}
      </ol>
      {left <= 0 ? null : (
        <p className={styles.same}>
          <button type="button" data-button="" onClick={() => setShown(shown + page)}>
            Show {plural(Math.min(page, left), "more part")} of {number(left)}
          </button>
        </p>
      )}
    </>
  )
}

/** Two bodies beside each other, piece by piece; what is the same is one line with its counts. */
export const DiffView = ({ diff, names }: Props) => (
  <div className={styles.diff}>
    <div className={styles.heads} data-quiet="">
      <span>
        {names[0]} · {number(diff.lengths[0])} bytes
      </span>
      <span />
      <span>
        {names[1]} · {number(diff.lengths[1])} bytes
      </span>
    </div>
    <First diff={diff} />
    <Parts rows={diff.rows} />
  </div>
)
