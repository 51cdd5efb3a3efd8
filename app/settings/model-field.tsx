"use client"
import { useState } from "react"
import type { Model } from "#lib/live/models.ts"
import { plural } from "#lib/view/words.ts"
import { listModels } from "./actions.ts"
import { Saying } from "./saying.tsx"
import styles from "./settings.module.css"
import type { Said } from "./use-change.ts"

type Props = { readonly target: string; readonly model: string; readonly usual: string }

/** The default model, typed or chosen among those that the provider lists when asked. */
export const ModelField = ({ target, model, usual }: Props) => {
  const [models, setModels] = useState<readonly Model[]>([])
  const [said, setSaid] = useState<Said>({ is: "done", words: "" })
  const [isBusy, setBusy] = useState(false)
  const list = async (): Promise<void> => {
    setBusy(true)
    const answer = await listModels({ target }).catch((): undefined => undefined)
    setBusy(false)
    if (answer === undefined) setSaid({ is: "refused", words: "The server did not answer; try again." })
    else if (answer.ok) {
      setModels(answer.models)
      setSaid({ is: "done", words: `${plural(answer.models.length, "model")} to choose from.` })
    } else setSaid({ is: "refused", words: answer.sentence })
  }
  return (
    <>
      <label htmlFor="model">model</label>
      <span className={styles.inline}>
        <input
          id="model"
          name="model"
          data-field=""
          data-exact=""
          list="models"
          defaultValue={model}
          placeholder={usual}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
        <button type="button" data-button="" disabled={isBusy} onClick={() => void list()}>
          List models
        </button>
        <datalist id="models">
          {models.map(({ id, label }) => (
            <option key={id} value={id} label={label} />
          ))}
        </datalist>
      </span>
      <span className={styles.under}>
        <Saying said={said} />
      </span>
    </>
  )
}
