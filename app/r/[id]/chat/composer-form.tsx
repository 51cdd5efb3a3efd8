"use client"
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef } from "react"
import { number } from "#lib/view/words.ts"
import styles from "./chat.module.css"
import { type Picture, pictureTypes } from "./pictures.ts"
import type { Composer } from "./use-composer.ts"

const Thumbnails = ({ composer }: { readonly composer: Composer }) =>
  composer.pictures.length === 0 ? null : (
    <ul className={styles.thumbnails} aria-label="Pictures that go with it">
      {composer.pictures.map((picture: Picture) => (
        <li key={picture.url}>
          {/* biome-ignore lint/performance/noImgElement: a picture of this page's own, before it is stored */}
          <img src={picture.url} alt={picture.name} height={48} />
          <button
            type="button"
            data-button="plain"
            aria-label={`Remove ${picture.name}`}
            onClick={() => composer.remove(picture)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  )

const AddPicture = ({ composer }: { readonly composer: Composer }) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={pictureTypes}
        aria-label="Pictures"
        onChange={(event) => {
          void composer.add([...(event.target.files ?? [])])
          event.target.value = ""
        }}
      />
      <button type="button" data-button="plain" onClick={() => input.current?.click()}>
        Add a picture
      </button>
    </>
  )
}

type Props = {
  readonly composer: Composer
  readonly isRunning: boolean
  readonly canGoOn: boolean
  readonly stop: () => void
  readonly goOn: () => void
  /** The choice of whom to ask. */
  readonly children: ReactNode
}

/** Where a message is written: Enter sends, Shift+Enter begins a line, pictures are pasted. */
export const ComposerForm = ({ composer, isRunning, canGoOn, stop, goOn, children }: Props) => {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void composer.send()
  }
  const onPaste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    void composer.add(files)
  }
  return (
    <form
      className={styles.composer}
      aria-label="Message"
      onSubmit={(event) => {
        event.preventDefault()
        void composer.send()
      }}
    >
      {composer.replaces === undefined ? null : (
        <p className={styles.editing}>
          Instead of entry {number(composer.replaces)}: what came behind it leaves the conversation.{" "}
          <button type="button" data-button="plain" onClick={composer.leave}>
            Do not edit <kbd data-key="">Esc</kbd>
          </button>
        </p>
      )}
      <Thumbnails composer={composer} />
      <textarea
        ref={composer.field}
        data-field=""
        aria-label="Message"
        placeholder={isRunning ? "Write what comes next; it waits for its turn" : "Write a message"}
        rows={Math.min(10, Math.max(2, composer.text.split("\n").length))}
        value={composer.text}
        // biome-ignore lint/a11y/noAutofocus: writing is what the page is for
        autoFocus
        onChange={(event) => composer.write(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {composer.trouble === "" ? null : <p role="alert">{composer.trouble}</p>}
      <div className={styles.row}>
        {children}
        <span className={styles.tools}>
          <AddPicture composer={composer} />
          <button type="button" data-button="plain" disabled={!canGoOn} onClick={goOn}>
            Continue
          </button>
          {isRunning ? (
            <button type="button" data-button="" onClick={stop} aria-keyshortcuts="Escape">
              Stop <kbd data-key="">Esc</kbd>
            </button>
          ) : null}
          <button type="submit" data-button="">
            Send <kbd data-key="">Enter</kbd>
          </button>
        </span>
      </div>
    </form>
  )
}
