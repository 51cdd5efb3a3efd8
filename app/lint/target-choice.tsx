import type { Target } from "#lib/dialect/targets.ts"
import styles from "./lint.module.css"

type Props = {
  readonly targets: readonly Target[]
  /** Undefined: as the body looks. */
  readonly asked: string | undefined
  /** What the body looks like, where nothing was asked. */
  readonly seen: Target | undefined
  readonly choose: (target: string | undefined) => void
}

/** Whose rules the body is held against: the one that it seems to be for, or another. */
export const TargetChoice = ({ targets, asked, seen, choose }: Props) => (
  <label className={styles.target}>
    Target
    <select
      data-field=""
      value={asked ?? ""}
      onChange={(event) => choose(event.target.value === "" ? undefined : event.target.value)}
    >
      <option value="">as the body looks{seen === undefined ? "" : `: ${seen.label}`}</option>
      {targets.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  </label>
)
