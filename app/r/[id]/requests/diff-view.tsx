"use client"
import { ExactText } from "#app/ui/exact.tsx"
import type { Excerpt } from "#lib/sent/excerpt.ts"
import type { DiffRow, PartRow, RequestDiff, ShownLine } from "#lib/view/request-diff.ts"
import type { RequestRow } from "#lib/view/request-rows.ts"
import type { LineSide } from "#lib/view/text-diff.ts"
import { number, plural } from "#lib/view/words.ts"
import styles from "./diff.module.css"

type Props = {
  readonly diff: RequestDiff
  readonly row: RequestRow
  /** The request that it is held against; absent: what the record gives. */
  readonly other: RequestRow | undefined
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

const rowKey = (row: DiffRow, index: number): string =>
  row.is === "same" ? `same ${index}` : `${row.before?.pointer ?? ""} ${row.now?.pointer ?? ""}`

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
  const parts = diff.rows.filter(({ is }) => is !== "same")
  const isGrown = parts.every((part) => part.is === "added" || (part.is === "changed" && part.onlyMarks))
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

const nameOf = (row: RequestRow | undefined): string =>
  row === undefined ? "the record gives" : `request ${number(row.n)}`

/** Two bodies beside each other, piece by piece; what is the same is one line with its counts. */
export const DiffView = ({ diff, row, other }: Props) => {
  const isLater = other !== undefined && other.seq > row.seq
  const [left, right] = isLater ? [nameOf(row), nameOf(other)] : [nameOf(other), nameOf(row)]
  return (
    <div className={styles.diff}>
      <div className={styles.heads} data-quiet="">
        <span>
          {left} · {number(diff.lengths[0])} bytes
        </span>
        <span />
        <span>
          {right} · {number(diff.lengths[1])} bytes
        </span>
      </div>
      <First diff={diff} />
      <ol className={styles.parts}>
        {diff.rows.map((part, index) =>
          part.is === "same" ? (
            <li key={rowKey(part, index)} className={styles.same} data-quiet="">
              {part.words} the same
            </li>
          ) : (
            <PartView key={rowKey(part, index)} part={part} />
          ),
        )}
      </ol>
    </div>
  )
}
