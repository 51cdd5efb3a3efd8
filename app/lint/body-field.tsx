import { type RefObject, useRef } from "react"
import { size } from "#lib/view/words.ts"
import styles from "./lint.module.css"

/** A body as it was given: typed, or read from a file that is too large to be edited here. */
export type Body = { readonly text: string; readonly file?: string | undefined }

export const noBody: Body = { text: "" }

/** Units of text from which a field would stall the page; such a body is named, not shown. */
const editable = 400_000

export const isShown = ({ text }: Body): boolean => text.length <= editable

/** A file's body; refused files say why by what the lint finds in them. */
export const bodyOfFile = async (file: File): Promise<Body> => ({ text: await file.text(), file: file.name })

type Props = {
  readonly label: string
  readonly body: Body
  readonly change: (body: Body) => void
  /** Where Escape leads on from the field that it leaves. */
  readonly leave?: () => void
  readonly field?: RefObject<HTMLTextAreaElement | null>
}

/** Where a body is pasted, typed, or chosen from a file. */
export const BodyField = ({ label, body, change, leave, field }: Props) => {
  const picker = useRef<HTMLInputElement>(null)
  const pick = (input: HTMLInputElement): void => {
    const file = input.files?.[0]
    input.value = "" // the same file may be picked again
    if (file !== undefined) void bodyOfFile(file).then(change)
  }
  return (
    <div className={styles.field}>
      <div className={styles.tools}>
        <span>{label}</span>
        {body.file === undefined ? null : (
          <span data-quiet="">
            <code>{body.file}</code>, {size(body.text.length)}
          </span>
        )}
        <span className={styles.gap} />
        <button type="button" data-button="" onClick={() => picker.current?.click()}>
          Open a file
        </button>
        <button type="button" data-button="" disabled={body.text === ""} onClick={() => change(noBody)}>
          Clear
        </button>
      </div>
      {isShown(body) ? (
        <textarea
          ref={field}
          data-field=""
          data-exact=""
          className={styles.text}
          aria-label={label}
          placeholder="Paste a request body, or drop a file anywhere"
          spellCheck={false}
          autoComplete="off"
          value={body.text}
          onChange={(event) => change({ text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return
            event.currentTarget.blur()
            leave?.()
          }}
        />
      ) : (
        <p className={styles.large} data-quiet="">
          Too large to be edited here; its findings are beside, each with its place.
        </p>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={`File for ${label}`}
        onChange={(event) => pick(event.target)}
      />
    </div>
  )
}
