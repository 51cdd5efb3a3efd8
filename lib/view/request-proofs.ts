import type { Verdict } from "#lib/sent/verify.ts"
import { unreachable } from "#lib/unreachable.ts"
import { verdictLine } from "./proof.ts"
import type { RequestRow } from "./request-rows.ts"
import { number } from "./words.ts"

/**
 * A request's proof in a word. `fine`: the record gives its bytes, just rebuilt; `then`: it did when it was sent; `wrong`:
 * it does not; `apart`: neither, and no fault.
 */
export type Badge = {
  readonly tone: "fine" | "then" | "wrong" | "apart"
  readonly word: string
  /** The whole sentence. */
  readonly says: string
}

const stored = ({ by, proved }: RequestRow): Badge => {
  if (by === "capture")
    return { tone: "apart", word: "captured", says: "captured from another program; not compared yet" }
  return proved
    ? { tone: "then", word: "✓ when sent", says: "proved when it was sent; v verifies it now" }
    : { tone: "apart", word: "not proved", says: "sent without a proof; v verifies it now" }
}

const wordOf = (verdict: Verdict, isCapture: boolean): Omit<Badge, "says"> => {
  switch (verdict.is) {
    case "proved":
      if (isCapture) return { tone: "fine", word: "captured = record" }
      return { tone: "fine", word: verdict.by === "bytes" ? "✓" : "✓ by digest" }
    case "mismatch":
      return { tone: "wrong", word: verdict.at === undefined ? "≠" : `≠ byte ${number(verdict.at.byte)}` }
    case "other-projector":
      return { tone: "apart", word: `${verdict.provedThen ? "✓ " : ""}projector ${verdict.projector}` }
    case "capture-differs":
      return { tone: "apart", word: `captured ≈ ${number(verdict.at.byte)}` }
    case "unchecked":
      return { tone: "apart", word: "not checked" }
    default:
      return unreachable(verdict)
  }
}

/** The badge of a request: by what is stored of it, or by a verdict that was just given. */
export const badgeOf = (row: RequestRow, verdict: Verdict | undefined): Badge =>
  verdict === undefined
    ? stored(row)
    : { ...wordOf(verdict, row.by === "capture"), says: verdictLine(verdict) }

/** How many of a record's own requests are proved, in words; empty where it sent none itself. */
export const provedWords = (
  rows: readonly RequestRow[],
  verdicts: ReadonlyMap<number, Verdict>,
): { readonly tone: Badge["tone"]; readonly words: string } => {
  const badges = rows
    .filter(({ by }) => by === "crossing")
    .map((row) => badgeOf(row, verdicts.get(row.seq)).tone)
  const count = (tone: Badge["tone"]): number => badges.filter((each) => each === tone).length
  const [fine, then, wrong] = [count("fine"), count("then"), count("wrong")]
  const all = number(badges.length)
  if (badges.length === 0) return { tone: "apart", words: "" }
  if (fine + wrong === 0) return { tone: "then", words: `${number(then)} of ${all} proved when sent` }
  const rest = then === 0 ? "" : ` · ${number(then)} more when sent`
  return { tone: wrong > 0 ? "wrong" : "fine", words: `${number(fine)} of ${all} rebuilt = sent${rest}` }
}
