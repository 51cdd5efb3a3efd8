"use client"
import { useMemo, useRef } from "react"
import { useKeys } from "#app/ui/keys.ts"
import { type Commands, useCommands } from "#app/ui/palette.tsx"
import type { RequestRow } from "#lib/view/request-rows.ts"
import { go } from "../use-address.ts"
import type { RequestsModel } from "./use-requests.ts"

export const requestKeys: readonly (readonly [keys: string, does: string])[] = [
  ["j  k", "next, previous request"],
  ["g g  G", "first, last request"],
  ["]  [", "next, previous request that is not well"],
  ["Enter", "open the request"],
  ["d", "choose what it is held against"],
  ["r", "hold it against what the record gives"],
  ["v", "verify it"],
  ["V", "verify all"],
  ["c", "copy it as cURL"],
  ["Esc", "close the request; stop verifying"],
  ["⌘K  Ctrl K", "commands"],
  ["?", "this list"],
]

type Own = {
  readonly model: RequestsModel
  readonly choose: () => void
  readonly showKeys: () => void
  readonly copyCurl: (row: RequestRow) => void
}

const isOnControl = (): boolean =>
  document.activeElement?.tagName === "BUTTON" || document.activeElement?.tagName === "A"

/** What the keys and the palette do. */
const actsOf = ({ model, choose, showKeys, copyCurl }: Own) => {
  const { shown, current, opened, compared, proofs, setCurrent } = model
  const at = shown.findIndex(({ seq }) => seq === current?.seq)
  const goTo = (index: number): void => {
    const row = shown[Math.max(0, Math.min(shown.length - 1, index))]
    if (row !== undefined) setCurrent(row.seq)
  }
  const isIll = ({ seq }: RequestRow): boolean => compared.rows.get(seq)?.line !== undefined
  const seek = (direction: 1 | -1): void => {
    const found =
      direction === 1
        ? shown.findIndex((row, index) => index > at && isIll(row))
        : shown.findLastIndex((row, index) => index < at && isIll(row))
    if (found >= 0) goTo(found)
  }
  const withCurrent = (act: (row: RequestRow) => void) => () => {
    const row = current ?? shown[0]
    if (row === undefined) return false
    act(row)
    return undefined
  }
  return {
    j: () => goTo(at + 1),
    k: () => goTo(at < 0 ? 0 : at - 1),
    gg: () => goTo(0),
    "shift+g": () => goTo(shown.length - 1),
    "]": () => seek(1),
    "[": () => seek(-1),
    enter: () => (isOnControl() ? false : withCurrent(({ seq }) => go({ request: seq }))()),
    d: withCurrent(({ seq }) => {
      if (opened === undefined) go({ request: seq })
      choose()
    }),
    r: withCurrent(({ seq }) => go({ request: seq, with: "record" })),
    v: withCurrent(({ seq }) => void proofs.verify(seq)),
    "shift+v": () => void proofs.verifyAll(),
    c: withCurrent(copyCurl),
    escape: () => {
      if (proofs.progress !== undefined) proofs.stop()
      else if (opened === undefined) return false
      else go({ request: undefined, with: undefined })
      return undefined
    },
    "?": showKeys,
  }
}

/** The keys of the page, and what the palette offers on it. */
export const useRequestKeys = (own: Own): void => {
  const acts = actsOf(own)
  useKeys(acts)
  const latest = useRef(acts)
  latest.current = acts
  const commands = useMemo(
    (): Commands => [
      {
        group: "Requests",
        commands: [
          { label: "Verify all requests", keys: "V", run: () => latest.current["shift+v"]() },
          { label: "Verify the request", keys: "v", run: () => latest.current.v() },
          { label: "Hold the request against another…", keys: "d", run: () => latest.current.d() },
          { label: "Hold it against what the record gives", keys: "r", run: () => latest.current.r() },
          { label: "Copy the request as cURL, key as $API_KEY", keys: "c", run: () => latest.current.c() },
          { label: "Only requests that were cut", run: () => go({ only: "cut" }) },
          { label: "Only unexplained requests", run: () => go({ only: "unexplained" }) },
          { label: "All requests", run: () => go({ only: undefined }) },
          { label: "Keys", keys: "?", run: () => latest.current["?"]() },
        ],
      },
    ],
    [],
  )
  useCommands(commands)
}
