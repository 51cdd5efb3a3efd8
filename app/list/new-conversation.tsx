"use client"
import { useRouter } from "next/navigation"
import { useCallback, useMemo, useState } from "react"
import { type Commands, useCommands } from "#app/ui/palette.tsx"

/** Makes a record without entries; its id. Throws where it cannot be made. */
const create = async (): Promise<string> => {
  const answer = await fetch("/v1/conversations", { method: "POST" })
  if (!answer.ok) throw new Error("The conversation could not be made.")
  const { id } = (await answer.json()) as { readonly id: string } // our own route, of the same build
  return id
}

/** Makes a record and opens its chat; the same in the palette. */
export const NewConversation = () => {
  const router = useRouter()
  const [words, say] = useState("New conversation")
  const begin = useCallback(() => {
    create().then(
      (id) => router.push(`/r/${encodeURIComponent(id)}/chat`),
      () => say("Could not be made; try again"),
    )
  }, [router])
  const commands = useMemo(
    (): Commands => [{ group: "Conversation", commands: [{ label: "New conversation", run: begin }] }],
    [begin],
  )
  useCommands(commands)
  return (
    <button type="button" data-button="" onClick={begin}>
      {words}
    </button>
  )
}
