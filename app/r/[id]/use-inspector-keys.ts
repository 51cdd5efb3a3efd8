"use client"
import { type RefObject, useEffect, useRef } from "react"
import { type Bindings, useKeys } from "#app/ui/keys.ts"
import { go } from "./use-address.ts"
import type { Focus } from "./use-focus.ts"
import type { ListHandle } from "./use-handle.ts"
import type { InspectorActs } from "./use-inspector-acts.ts"
import type { Model, TargetFacts } from "./use-model.ts"
import { foldId } from "./use-projection.ts"

type Own = {
  readonly targets: readonly TargetFacts[]
  readonly handle: RefObject<ListHandle | null>
  readonly showKeys: () => void
  readonly compare: () => void
  readonly showCopy: () => void
  readonly acts: InspectorActs
}

const targetKeys = (targets: readonly TargetFacts[]): Bindings =>
  Object.fromEntries(
    targets.slice(0, 9).map(({ id }, index) => [String(index + 1), () => go({ target: id })]),
  )

const bindings = (
  { address, items, moves, laid, state }: Model,
  { focus, goTo, goToPlace }: Focus,
  own: Own,
): Bindings => {
  const here = (): number | undefined => moves.indexOf(focus)
  const firstInSight = (): number => own.handle.current?.visible()[0] ?? 0
  const step = (direction: 1 | -1): void => {
    const at = here()
    goToPlace(at === undefined ? firstInSight() : moves.by(at, direction))
  }
  const seek = (find: (from: number) => number | undefined): void =>
    goToPlace(find(here() ?? firstInSight() - 1), "center")
  const seekFinding = (direction: 1 | -1): void => {
    const row = laid.rows.at(moves.finding(here() ?? firstInSight() - 1, direction))
    if (row !== undefined) goTo(row.key)
  }
  const light = focus === undefined ? undefined : laid.rows.at(laid.rows.numberOf(focus))
  const item = items[here() ?? -1]

  return {
    ...targetKeys(own.targets),
    j: () => step(1),
    k: () => step(-1),
    "shift+j": () => seek((from) => moves.round(from, 1)),
    "shift+k": () => seek((from) => moves.round(from, -1)),
    "]": () => seek((from) => moves.difference(from, 1)),
    "[": () => seek((from) => moves.difference(from, -1)),
    f: () => seekFinding(1),
    "shift+f": () => seekFinding(-1),
    gg: () => goToPlace(0, "start"),
    "shift+t": own.compare,
    "shift+g": () => goToPlace(items.length - 1, "auto"),
    t: () => {
      const pair = laid.rows.at(light?.pair)
      if (pair !== undefined) goTo(pair.key)
    },
    o: () => go({ order: address.order === "rows" ? "wire" : "rows" }),
    c: () => (light?.how === undefined ? false : own.showCopy()),
    r: own.acts.back,
    "shift+r": own.acts.backBefore,
    y: own.acts.fork,
    u: own.acts.undo,
    ".": () => (light?.how === undefined || focus === undefined ? false : state.toggleRaw(focus)),
    enter: () => {
      if (document.activeElement?.tagName === "BUTTON" || document.activeElement?.tagName === "A")
        return false
      if (item?.is === "fold") state.toggleFold(foldId(item.fold, address.order))
      else if (light?.how !== undefined && focus !== undefined) state.toggleOpen(focus)
      else return false
      return undefined
    },
    escape: () => (address.filter === "" ? false : go({ filter: "" })),
    "?": own.showKeys,
  }
}

/** Keys that move: pressed while another view is on its way they mean that one, so they wait for it. */
const moving: ReadonlySet<string> = new Set([
  "j",
  "k",
  "shift+j",
  "shift+k",
  "[",
  "]",
  "f",
  "shift+f",
  "t",
  "gg",
  "shift+g",
])

/** The keys of the inspector, as the list of keys has them. */
export const useInspectorKeys = (model: Model, focus: Focus, own: Own): void => {
  const all = bindings(model, focus, own)
  const waiting = useRef<string | undefined>(undefined)
  const wait = (key: string) => (): void => {
    waiting.current = key
  }
  useKeys(
    model.pending
      ? Object.fromEntries(Object.entries(all).map(([key, act]) => [key, moving.has(key) ? wait(key) : act]))
      : all,
  )
  useEffect(() => {
    const key = waiting.current
    if (model.pending || key === undefined) return
    waiting.current = undefined
    all[key]?.()
  })
}
