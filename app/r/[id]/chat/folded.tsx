"use client"
import { useState } from "react"
import { Exact } from "#app/ui/exact.tsx"
import { type Clip, clip, closed } from "#lib/view/clip.ts"
import styles from "./chat.module.css"

/** The beginning of a text that was cut already, and how much the whole has. */
const begun = (whole: Clip): Clip => ({ ...whole, text: clip(whole.text, closed).text })

type Props = { readonly text: Clip; readonly name: string }

/** A stored text character for character; a long one shows its beginning until it is opened. */
export const Folded = ({ text, name }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const short = begun(text)
  const isShort = short.text.length === text.text.length
  return (
    <>
      <Exact clip={isOpen || isShort ? text : short} />
      {isShort ? null : (
        <button
          type="button"
          data-button="plain"
          className={styles.more}
          data-quiet=""
          data-small=""
          aria-expanded={isOpen}
          onClick={() => setOpen((now) => !now)}
        >
          {isOpen ? `Show less of the ${name}` : `Show all of the ${name}`}
        </button>
      )}
    </>
  )
}
