import { columns } from "./output.ts"

type Told = {
  readonly receipt: {
    readonly read: number
    readonly kept: number
    readonly duplicate: number
    readonly structural: number
    readonly unread: number
  }
  readonly repaired: number
  readonly structural: Readonly<Record<string, number>>
  readonly unread: readonly { readonly line: number; readonly why: string }[]
}

/** Unread lines named one by one; beyond them their number is enough for a person. */
const named = 20

const structuralLine = (structural: Told["structural"]): readonly string[] => {
  const types = Object.entries(structural).sort(([, a], [, b]) => b - a)
  return types.length === 0
    ? []
    : [`structural: ${types.map(([type, count]) => `${type} ${count}`).join(", ")}`]
}

const unreadLines = (unread: Told["unread"], total: number): readonly string[] => {
  const lines = columns(unread.slice(0, named).map(({ line, why }) => [`  line ${line}`, why]))
  const more = total - lines.length
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])]
}

/** What became of every line of a source, for a person: the equation, the structural types, the unread lines. */
export const receiptLines = ({ receipt, repaired, structural, unread }: Told): readonly string[] => {
  const { read, kept, duplicate, unread: missed } = receipt
  const mended = repaired > 0 ? ` (${repaired} repaired)` : ""
  return [
    `read ${read} = kept ${kept}${mended} + duplicate ${duplicate} + structural ${receipt.structural} + unread ${missed}`,
    ...structuralLine(structural),
    ...(missed > 0 ? ["unread:", ...unreadLines(unread, missed)] : []),
  ]
}
