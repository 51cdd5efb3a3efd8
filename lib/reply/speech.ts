import { begin, type Draft, say } from "./draft.ts"

/** The one text and the one reasoning of a dialect whose message has a field for each. */
export type Speech = { readonly text: (piece: string) => void; readonly reasoning: (piece: string) => void }

export const speechOf = (draft: Draft): Speech => {
  const at: { text?: number; reasoning?: number } = {}
  const go = (kind: "text" | "reasoning") => (piece: string) => {
    if (piece === "") return
    at[kind] ??= begin(draft, kind)
    say(draft, at[kind], piece)
  }
  return { text: go("text"), reasoning: go("reasoning") }
}
