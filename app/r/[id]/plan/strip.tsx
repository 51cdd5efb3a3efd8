import type { Part } from "#lib/view/plan-fates.ts"
import type { PlanView } from "#lib/view/plan-view.ts"
import { fateOf } from "#lib/view/plan-words.ts"
import { number, plural } from "#lib/view/words.ts"
import styles from "./strip.module.css"

type Totals = { readonly items: number; readonly size: number }

const totalOf = (parts: readonly Part[]): Totals => ({
  items: parts.reduce((sum, { items }) => sum + items, 0),
  size: parts.reduce((sum, { size }) => sum + size, 0),
})

const wordsOf = (kind: PlanView["kind"], parts: readonly Part[]): string => {
  const counts = new Map<string, number>()
  for (const { is, items } of parts) {
    const { word } = fateOf(kind, is)
    counts.set(word, (counts.get(word) ?? 0) + items)
  }
  return [...counts].map(([word, count]) => `${number(count)} ${word}`).join(", ")
}

type BarProps = {
  readonly kind: PlanView["kind"]
  readonly name: "before" | "after"
  readonly parts: readonly Part[]
  /** What a full bar stands for, in characters. */
  readonly scale: number
}

const Bar = ({ kind, name, parts, scale }: BarProps) => {
  const { items, size } = totalOf(parts)
  return (
    <>
      <span data-quiet="">{name}</span>
      <div className={styles.track} role="img" aria-label={`The line ${name}: ${wordsOf(kind, parts)}`}>
        <div className={styles.line} style={{ width: `${(size / scale) * 100}%` }}>
          {parts.map(({ is, items: count, size: own }, at) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: stretches have no identity but their place
              key={at}
              className={styles.part}
              data-fate={is}
              style={{ flexGrow: own }}
              title={`${number(count)} ${fateOf(kind, is).word} · ${plural(own, "character")}`}
            />
          ))}
        </div>
      </div>
      <span className={styles.words}>
        {plural(items, "message")} <span data-quiet="">{plural(size, "character")}</span>
      </span>
    </>
  )
}

/** The line before an act and after it, in proportion to what is in it. */
export const Strip = ({ plan: { kind, before, after } }: { readonly plan: PlanView }) => {
  const scale = Math.max(1, totalOf(before).size, totalOf(after).size)
  return (
    <div className={styles.strip}>
      <Bar kind={kind} name="before" parts={before} scale={scale} />
      <Bar kind={kind} name="after" parts={after} scale={scale} />
    </div>
  )
}
