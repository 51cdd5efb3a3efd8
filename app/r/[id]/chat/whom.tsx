"use client"
import styles from "./chat.module.css"
import type { Choice } from "./choice.ts"
import type { Offer } from "./offers.ts"

type Props = {
  readonly offers: readonly Offer[]
  readonly choice: Choice
  /** What the one who is chosen does, as the field's name. */
  readonly label: string
  readonly isBusy?: boolean
  readonly onChange: (choice: Choice) => void
}

/** Whom to ask, and by which model. */
export const Whom = ({ offers, choice, label, isBusy = false, onChange }: Props) => (
  <>
    <select
      data-field=""
      className={styles.offers}
      aria-label={label}
      disabled={isBusy}
      value={choice.target}
      onChange={(event) => onChange({ target: event.target.value })}
    >
      {offers.map(({ id, label: words }) => (
        <option key={id} value={id}>
          {words}
        </option>
      ))}
    </select>
    {choice.target === "demo" ? null : (
      <input
        data-field=""
        data-exact=""
        className={styles.model}
        aria-label="Model"
        placeholder={offers.find(({ id }) => id === choice.target)?.model ?? "model"}
        spellCheck={false}
        autoComplete="off"
        maxLength={200}
        disabled={isBusy}
        value={choice.model ?? ""}
        onChange={({ target: { value } }) =>
          onChange(value.trim() === "" ? { target: choice.target } : { ...choice, model: value.trim() })
        }
      />
    )}
  </>
)
