"use client"
import { useCallback, useRef, useState } from "react"
import type { Card } from "#lib/view/chat-cards.ts"
import { objectAt, type Picture, pictureOf, storedPicture, takesPicture, tooMuch } from "./pictures.ts"
import { sentenceOfError } from "./post.ts"
import type { Written } from "./use-say.ts"

type SaidCard = Extract<Card, { readonly is: "said" }>

type Words = { readonly text: string; readonly pictures: readonly Picture[] }

/** `replaces`: the entry that is said anew, and `aside` what was being written before; undefined where all of it is new. */
type Content = Words & { readonly replaces: number | undefined; readonly aside: Words | undefined }

export type Composer = Omit<Content, "aside"> & {
  readonly trouble: string
  readonly field: React.RefObject<HTMLTextAreaElement | null>
  readonly write: (text: string) => void
  readonly add: (files: Iterable<File>) => Promise<void>
  readonly remove: (picture: Picture) => void
  /** Takes a message up again, to be said otherwise: in its place, or as a new one where it has left the conversation. */
  readonly edit: (card: SaidCard, isGone?: boolean) => Promise<void>
  /** Leaves the message that was taken up as it is, and goes on with what was being written before. */
  readonly leave: () => void
  readonly send: () => Promise<void>
}

const blank: Content = { text: "", pictures: [], replaces: undefined, aside: undefined }

const isBlank = ({ text, pictures }: Words): boolean => text.trim() === "" && pictures.length === 0

/** What is written next, when this is sent or left. */
const next = ({ aside }: Content): Content => ({ ...blank, ...aside })

/** What was refused, and behind it what was written meanwhile. */
const together = (refused: Content, now: Content): Content => ({
  ...now,
  text: [refused.text, now.text].filter((text) => text.trim() !== "").join("\n\n"),
  pictures: [...refused.pictures, ...now.pictures],
  replaces: refused.replaces ?? now.replaces,
})

/** Texts that stand apart stay apart. */
const textOf = ({ pieces }: SaidCard): string =>
  pieces
    .flatMap((piece) => (piece.is === "block" && piece.shown.kind === "text" ? [piece.shown.text.text] : []))
    .join("\n\n")

const picturesOf = ({ pieces }: SaidCard, record: string): Promise<readonly Picture[]> =>
  Promise.all(
    pieces.flatMap((piece) =>
      piece.is === "block" && piece.shown.kind === "image" && piece.shown.object !== undefined
        ? [storedPicture(objectAt(record)(piece.shown.object), piece.shown.name ?? "picture")]
        : [],
    ),
  )

const free = ({ pictures }: Words): void => {
  for (const { url } of pictures) URL.revokeObjectURL(url)
}

const writtenOf = ({ text, pictures, replaces }: Content): Written => ({
  text,
  pictures,
  ...(replaces === undefined ? {} : { replaces }),
})

/** What is written, as it is shown and, in `latest`, as it is even before it is shown. */
const useContent = () => {
  const [content, show] = useState(blank)
  const latest = useRef(content)
  const change = useCallback((how: (now: Content) => Content) => {
    latest.current = how(latest.current)
    show(latest.current)
  }, [])
  return { content, latest, change }
}

/** Reads pictures into what is written; `reading` ends when all of them are there, or it was said why not. */
const useReading = (change: ReturnType<typeof useContent>["change"], fail: (why: string) => void) => {
  const reading = useRef<Promise<unknown>>(Promise.resolve())
  const read = async (files: readonly File[]): Promise<void> => {
    try {
      const pictures = await Promise.all(files.map((file) => pictureOf(file, file.name)))
      change((now) => ({ ...now, pictures: [...now.pictures, ...pictures] }))
    } catch (error) {
      fail(sentenceOfError(error))
    }
  }
  const add = async (files: Iterable<File>): Promise<void> => {
    const all = [...files]
    const taken = all.filter(({ type }) => takesPicture(type))
    fail(taken.length === all.length ? "" : "Only PNG, JPEG, GIF and WebP pictures go with a message.")
    reading.current = Promise.all([reading.current, read(taken)])
    await reading.current
  }
  return { reading, add }
}

/** What is being written to a record. What is refused stays, so that it can be sent again. */
export const useComposer = (say: (written: Written) => Promise<boolean>, record: string): Composer => {
  const { content, latest, change } = useContent()
  const [trouble, setTrouble] = useState("")
  const field = useRef<HTMLTextAreaElement>(null)
  const { reading, add } = useReading(change, setTrouble)
  const leave = useCallback(() => {
    setTrouble("")
    free(latest.current)
    change(next)
    field.current?.focus()
  }, [latest, change])
  const edit = useCallback(
    async (card: SaidCard, isGone = false): Promise<void> => {
      try {
        const words = { text: textOf(card), pictures: await picturesOf(card, record) }
        setTrouble("")
        change(({ text, pictures, replaces, aside }) => ({
          ...words,
          replaces: isGone ? undefined : card.seq,
          aside: replaces === undefined && !isBlank({ text, pictures }) ? { text, pictures } : aside,
        }))
        field.current?.focus()
      } catch (error) {
        setTrouble(sentenceOfError(error))
      }
    },
    [record, change],
  )
  const send = async (): Promise<void> => {
    await reading.current // a picture that was pasted just now goes along
    const sent = latest.current
    if (isBlank(sent)) return
    const why = tooMuch(sent.pictures)
    if (why !== undefined) return setTrouble(why)
    setTrouble("")
    change(next)
    const after = latest.current
    if (await say(writtenOf(sent))) free(sent)
    else change((now) => (now === after ? sent : together(sent, now)))
  }
  return {
    ...content,
    trouble,
    field,
    write: (text) => change((now) => ({ ...now, text })),
    add,
    remove: (picture) => {
      URL.revokeObjectURL(picture.url)
      change((now) => ({ ...now, pictures: now.pictures.filter((each) => each !== picture) }))
      field.current?.focus()
    },
    edit,
    leave,
    send,
  }
}
