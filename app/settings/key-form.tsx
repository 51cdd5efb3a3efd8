"use client"
import { type SubmitEvent, useRef } from "react"
import type { Provider } from "#lib/live/providers.ts"
import { dropKey, setKey } from "./actions.ts"
import { KeySentence, severityOf } from "./key-words.tsx"
import { Saying } from "./saying.tsx"
import styles from "./settings.module.css"
import { useChange } from "./use-change.ts"

type Props = {
  readonly provider: Provider
  /** Whether a SECRET_KEY is set that keys can be stored under. */
  readonly canStore: boolean
}

const isStored = ({ key }: Provider): boolean =>
  key.from === "stored" || (key.from === "unusable" && key.isStored)

/** Sets, replaces or removes a target's key. It goes one way only: the field is never filled from what is stored. */
export const KeyForm = ({ provider, canStore }: Props) => {
  const { target, key } = provider
  const field = useRef<HTMLInputElement>(null)
  const { said, isBusy, change } = useChange()
  const stored = isStored(provider)
  const empty = (): void => {
    if (field.current !== null) field.current.value = ""
  }
  const set = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    change(() => setKey({ target, key: field.current?.value ?? "" }), "The key is stored.", empty)
  }
  return (
    <form className={styles.form} onSubmit={set} aria-label={`Key of ${target}`}>
      <h3>Key</h3>
      <p data-severity={severityOf(key)} className={styles.state}>
        <KeySentence source={key} />
      </p>
      {canStore ? (
        <input
          ref={field}
          name="key"
          type="password"
          data-field=""
          className={styles.wide}
          aria-label={stored ? "Another key" : "Key"}
          placeholder={stored ? "Another key, in the place of the stored one" : "Key"}
          autoComplete="new-password"
          spellCheck={false}
          required
          maxLength={4096}
        />
      ) : (
        <p data-quiet="">
          Keys are stored encrypted under <code>SECRET_KEY</code>, which is not set: start Crossing with it to
          store one here.
        </p>
      )}
      <div className={styles.buttons}>
        {canStore ? (
          <button type="submit" data-button="" disabled={isBusy}>
            {stored ? "Replace key" : "Store key"}
          </button>
        ) : null}
        {stored ? (
          <button
            type="button"
            data-button="danger"
            disabled={isBusy}
            onClick={() => change(() => dropKey({ target }), "The stored key is removed.")}
          >
            Remove key
          </button>
        ) : null}
        <Saying said={said} />
      </div>
    </form>
  )
}
