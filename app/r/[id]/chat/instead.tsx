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
import { Opener } from "./opener.tsx"
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
      <Opener
        isOpen={isOpen}
        toggle={() => setOpen((now) => !now)}
        label={`${insteadWords[why]} by entry ${number(by)}: what stood here`}
      >
        <UndoButton of={by} />
      </Opener>
      {isOpen && data !== undefined ? (
        <div className={own.gone}>
          <Folded text={clip(data, opened)} name="stored text" />
        </div>
      ) : null}
      {error === null ? null : <p role="alert">{sentenceOfError(error)}</p>}
    </div>
  )
}
