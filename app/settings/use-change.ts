"use client"
import { useRouter } from "next/navigation"
import { useState, useTransition } from "react"
import type { SettingAnswer } from "./actions.ts"

export type Said = { readonly is: "done" | "refused"; readonly words: string }

const nothing: Said = { is: "done", words: "" }

/** Changes a setting and shows the page anew; what was typed stays where it was refused. */
export const useChange = () => {
  const router = useRouter()
  const [said, setSaid] = useState(nothing)
  const [isBusy, start] = useTransition()
  const change = (
    act: () => Promise<SettingAnswer>,
    words: string,
    then: () => void = () => undefined,
  ): void => {
    setSaid(nothing)
    start(async () => {
      const answer = await act().catch((): undefined => undefined)
      if (answer === undefined) setSaid({ is: "refused", words: "The server did not answer; try again." })
      else if (answer.ok) {
        setSaid({ is: "done", words })
        then()
        router.refresh()
      } else setSaid({ is: "refused", words: answer.sentence })
    })
  }
  return { said, isBusy, change }
}
