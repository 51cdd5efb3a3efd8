import { Exact } from "#app/ui/exact.tsx"
import type { Crossed } from "#lib/view/crossed.ts"
import { number } from "#lib/view/words.ts"
import styles from "./crossed-piece.module.css"

type Props = { readonly piece: Crossed; readonly words?: readonly string[] | undefined }

/** Names that say nothing beside the value: the value stands alone. */
const silent = new Set([
  "id",
  "name",
  "call_id",
  "tool_use_id",
  "tool_call_id",
  "toolUseId",
  "callId",
  "tool_name",
])
const plainHeads = new Set(["text", "input_text", "output_text"])

const Fields = ({ piece }: { readonly piece: Crossed }) => (
  <>
    {piece.fields.map(({ name, value, changed }) => (
      <span key={`${name} ${value}`} className={styles.field}>
        {silent.has(name) ? null : <span data-quiet="">{name} </span>}
        <span data-changed={changed ? "" : undefined}>{value}</span>
      </span>
    ))}
  </>
)

/** A piece of wire: what the dialect calls it, its short fields, its texts; seals and media as sizes. Of a header, the stored side. */
export const CrossedPiece = ({ piece, words }: Props) => {
  const [only] = piece.texts
  const head =
    piece.head !== undefined && plainHeads.has(piece.head) && piece.fields.length === 0
      ? undefined
      : piece.head
  const hasLine = head !== undefined || piece.fields.length > 0
  const inline =
    piece.texts.length === 1 &&
    only !== undefined &&
    (only.json || only.name === "arguments") &&
    !only.clip.text.includes("\n")
  return (
    <div className={styles.piece} data-inline={inline ? "" : undefined}>
      {hasLine ? (
        <div className={styles.line}>
          {head === undefined ? null : <span className={styles.head}>{head}</span>}
          <Fields piece={piece} />
        </div>
      ) : null}
      {piece.texts.map(({ name, clip, changed }) => (
        <div key={name} className={styles.text}>
          {piece.texts.length > 1 ? (
            <div data-quiet="" data-small="">
              {name}
            </div>
          ) : null}
          <Exact clip={clip} changed={changed} words={words} />
        </div>
      ))}
      {piece.blobs.map(({ name, chars }) => (
        <div key={name} data-quiet="" data-small="">
          {name} · {number(chars)} characters
        </div>
      ))}
    </div>
  )
}
