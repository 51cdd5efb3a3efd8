import type { Provider } from "#lib/live/providers.ts"
import { number } from "#lib/view/words.ts"
import { Field } from "./param-fields.tsx"
import styles from "./settings.module.css"

type Props = { readonly provider: Pick<Provider, "window" | "compactAt"> }

/** From which share of the target's window on a turn is preceded by a compaction; blank is off. */
export const CompactionField = ({ provider: { window, compactAt } }: Props) => (
  <>
    <Field
      name="compactAt"
      label="compact at %"
      value={compactAt === undefined ? undefined : Math.round(compactAt * 100)}
      min={1}
      max={100}
      whole
      placeholder="off"
      about="compacts"
    />
    <span id="compacts" className={styles.under} data-quiet="" data-small="">
      {window === undefined
        ? "How many tokens its window holds is not known, so nothing is compacted by itself."
        : `Of a window of ${number(window)} tokens: from there on, whoever is asked first sums up what is older.`}
    </span>
  </>
)
