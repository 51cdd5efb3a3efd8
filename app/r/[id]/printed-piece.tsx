import { ExactText } from "#app/ui/exact.tsx"
import type { Printed } from "#lib/view/printed.ts"
import { number } from "#lib/view/words.ts"
import styles from "./printed-piece.module.css"

/** A stretch of the body as it is printed: every character its own, only line breaks and indents are ours. */
export const PrintedPiece = ({ printed }: { readonly printed: Printed }) => (
  <div className={styles.printed}>
    {printed.lines.map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
      <div key={index} style={{ paddingInlineStart: `${line.indent * 2}ch` }}>
        {line.spans.map(([text, tone], place) =>
          tone === "own" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: spans have no identity but their place
            <span key={place} className={styles.own}>
              <ExactText text={text} />
            </span>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: spans have no identity but their place
            <span key={place} data-quiet="" data-tone={tone}>
              <ExactText text={text} />
            </span>
          ),
        )}
      </div>
    ))}
    {printed.rest > 0 ? <div className={styles.rest}>… {number(printed.rest)} more characters</div> : null}
  </div>
)
