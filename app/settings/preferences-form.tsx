"use client"
import type { SubmitEvent } from "react"
import type { Provider } from "#lib/live/providers.ts"
import { setPreferences } from "./actions.ts"
import { CompactionField } from "./compaction-field.tsx"
import { ModelField } from "./model-field.tsx"
import { ParamFields } from "./param-fields.tsx"
import { preferencesOf } from "./preferences.ts"
import { Saying } from "./saying.tsx"
import styles from "./settings.module.css"
import { useChange } from "./use-change.ts"

/** Where a target's requests go, and what they ask for where nothing else is said. A blank field is the target's own. */
export const PreferencesForm = ({ provider }: { readonly provider: Provider }) => {
  const { target, baseUrl, usualBaseUrl, model, usualModel } = provider
  const { said, isBusy, change } = useChange()
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const preferences = preferencesOf(new FormData(event.currentTarget))
    change(() => setPreferences({ target, preferences }), "The settings are stored.")
  }
  return (
    <form className={styles.form} onSubmit={save} aria-label={`Requests to ${target}`}>
      <h3>Requests</h3>
      <div className={styles.fields}>
        <label htmlFor="baseUrl">base URL</label>
        <input
          id="baseUrl"
          name="baseUrl"
          data-field=""
          data-exact=""
          inputMode="url"
          defaultValue={baseUrl === usualBaseUrl ? "" : baseUrl}
          placeholder={usualBaseUrl}
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          aria-describedby="goes"
        />
        <span id="goes" className={styles.under} data-quiet="" data-small="">
          The key goes where this leads.
        </span>
        <ModelField target={target} model={model === usualModel ? "" : model} usual={usualModel} />
        <ParamFields provider={provider} />
        <CompactionField provider={provider} />
      </div>
      <div className={styles.buttons}>
        <button type="submit" data-button="" disabled={isBusy}>
          Save
        </button>
        <Saying said={said} />
      </div>
    </form>
  )
}
