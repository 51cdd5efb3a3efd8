"use client"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Instead } from "#lib/view/chat-item.ts"
import { clip, opened } from "#lib/view/clip.ts"
import { insteadWords } from "#lib/view/let-go.ts"
import { number } from "#lib/view/words.ts"
import { askBlockText } from "../copies.ts"
import { useActs } from "./acts.ts"
import { Folded } from "./folded.tsx"
import own from "./let-go.module.css"
import { sentenceOfError } from "./post.ts"
import { UndoButton } from "./undo-button.tsx"

/** Says that a block stands for another one, and shows that one where it is asked for. */
export const InsteadView = ({ instead: { of, by, why } }: { readonly instead: Instead }) => {
  const { record } = useActs()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({
    queryKey: ["stored", record, of],
    queryFn: () => askBlockText(record, of),
    enabled: isOpen,
  })
  return (
    <div className={own.covered} data-how="dropped" data-hatched="">
      <div className={own.stretch}>
        <button
          type="button"
          className={own.opener}
          aria-expanded={isOpen}
          onClick={() => setOpen((now) => !now)}
        >
          <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span>{" "}
          <span className={own.mark} aria-hidden="true">
            ×
          </span>{" "}
          {insteadWords[why]} by entry {number(by)}: what stood here
        </button>
        <UndoButton of={by} />
      </div>
      {isOpen && data !== undefined ? (
        <div className={own.gone}>
          <Folded text={clip(data, opened)} name="stored text" />
        </div>
      ) : null}
      {error === null ? null : <p role="alert">{sentenceOfError(error)}</p>}
    </div>
  )
}
