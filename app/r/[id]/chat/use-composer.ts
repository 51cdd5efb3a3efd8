"use client"
import { useCallback, useRef, useState } from "react"
import type { Card } from "#lib/view/chat-cards.ts"
import { type Picture, pictureOf, storedPicture, takesPicture, tooMuch } from "./pictures.ts"
import { sentenceOfError } from "./post.ts"
import type { Written } from "./use-say.ts"

type SaidCard = Extract<Card, { readonly is: "said" }>

export type Composer = {
  readonly text: string
  readonly pictures: readonly Picture[]
  /** The entry that is said anew; undefined where what is written is new. */
  readonly replaces: number | undefined
  readonly trouble: string
  readonly field: React.RefObject<HTMLTextAreaElement | null>
  readonly write: (text: string) => void
  readonly add: (files: Iterable<File>) => Promise<void>
  readonly remove: (picture: Picture) => void
  /** Takes a message up again, to be said otherwise. */
  readonly edit: (card: SaidCard) => Promise<void>
  readonly clear: () => void
  readonly send: () => Promise<void>
}

type Content = Pick<Composer, "text" | "pictures" | "replaces">

const blank: Content = { text: "", pictures: [], replaces: undefined }

const textOf = ({ pieces }: SaidCard): string =>
  pieces
    .map((piece) => (piece.is === "block" && piece.shown.kind === "text" ? piece.shown.text.text : ""))
    .join("")

const picturesOf = ({ pieces }: SaidCard, object: (sha256: string) => string): Promise<readonly Picture[]> =>
  Promise.all(
    pieces.flatMap((piece) =>
      piece.is === "block" && piece.shown.kind === "image" && piece.shown.object !== undefined
        ? [storedPicture(object(piece.shown.object), piece.shown.name ?? "picture")]
        : [],
    ),
  )

const writtenOf = ({ text, pictures, replaces }: Content): Written => ({
  text,
  pictures,
  ...(replaces === undefined ? {} : { replaces }),
})

/** What is being written. What is refused stays, so that it can be sent again. */
export const useComposer = (
  say: (written: Written) => Promise<boolean>,
  object: (sha256: string) => string,
): Composer => {
  const [content, setContent] = useState(blank)
  const [trouble, setTrouble] = useState("")
  const field = useRef<HTMLTextAreaElement>(null)
  const clear = useCallback(() => {
    setTrouble("")
    setContent(blank)
  }, [])
  const edit = useCallback(
    async (card: SaidCard): Promise<void> => {
      try {
        const pictures = await picturesOf(card, object)
        setTrouble("")
        setContent({ text: textOf(card), pictures, replaces: card.seq })
        field.current?.focus()
      } catch (error) {
        setTrouble(sentenceOfError(error))
      }
    },
    [object],
  )
  const add = async (files: Iterable<File>): Promise<void> => {
    const all = [...files]
    const taken = all.filter(({ type }) => takesPicture(type))
    setTrouble(taken.length === all.length ? "" : "Only PNG, JPEG, GIF and WebP pictures go with a message.")
    const read = await Promise.all(taken.map((file) => pictureOf(file, file.name)))
    setContent((now) => ({ ...now, pictures: [...now.pictures, ...read] }))
  }
  const send = async (): Promise<void> => {
    const { text, pictures } = content
    if (text.trim() === "" && pictures.length === 0) return
    const why = tooMuch(pictures)
    if (why !== undefined) return setTrouble(why)
    clear()
    const isTaken = await say(writtenOf(content))
    if (!isTaken) setContent((now) => (now.text === "" && now.pictures.length === 0 ? content : now))
  }
  return {
    ...content,
    trouble,
    field,
    write: (text) => setContent((now) => ({ ...now, text })),
    add,
    remove: (picture) => {
      URL.revokeObjectURL(picture.url)
      setContent((now) => ({ ...now, pictures: now.pictures.filter((each) => each !== picture) }))
    },
    edit,
    clear,
    send,
  }
}
