"use client"
import { useState } from "react"
import { Exact } from "#app/ui/exact.tsx"
import type { Clip } from "#lib/view/clip.ts"
import { number } from "#lib/view/words.ts"

type Props = { readonly into: string; readonly file: number; readonly line: number }
type Told = { readonly clip?: Clip; readonly error?: { readonly message: string } }

const ask = async ({ into, file, line }: Props): Promise<Told> => {
  try {
    const answer = await fetch(`/import/${encodeURIComponent(into)}/line?file=${file}&line=${line}`)
    return (await answer.json()) as Told // our own route, of the same build
  } catch {
    return { error: { message: "The server does not answer; check that it runs, and open the line again." } }
  }
}

/** A line of the source, fetched when it is opened and shown character for character. */
export const RawLine = (props: Props) => {
  const [told, setTold] = useState<Told>()
  const open = async (isOpen: boolean): Promise<void> => {
    if (isOpen && told?.clip === undefined) setTold(await ask(props))
  }
  return (
    <details onToggle={(event) => void open(event.currentTarget.open)}>
      <summary>line {number(props.line)}</summary>
      {told?.clip === undefined ? null : <Exact clip={told.clip} />}
      {told?.error === undefined ? null : <p role="alert">{told.error.message}</p>}
    </details>
  )
}
