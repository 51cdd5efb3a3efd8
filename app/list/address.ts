import type { Trait } from "./traits.ts"

/** What the list shows, all of it in the address: a view can be handed on and gone back to. */
export type ListView = {
  readonly q?: string | undefined
  readonly format?: string | undefined
  readonly model?: string | undefined
  readonly has?: readonly Trait[] | undefined
  /** By the newest time in a record, which is the rule, or by when it came into the store. */
  readonly order?: "active" | "added" | undefined
  readonly cursor?: string | undefined
  /** The record below which those that came from it are shown. */
  readonly open?: string | undefined
}

/** The address of a view; what says nothing is left out, so equal views have equal addresses. */
export const listAddress = (view: ListView): string => {
  const query = new URLSearchParams()
  if (view.q !== undefined && view.q.trim() !== "") query.set("q", view.q)
  if (view.format) query.set("format", view.format)
  if (view.model) query.set("model", view.model)
  if (view.has !== undefined && view.has.length > 0) query.set("has", view.has.join(","))
  if (view.order === "added") query.set("order", view.order)
  if (view.cursor) query.set("cursor", view.cursor)
  if (view.open) query.set("open", view.open)
  const text = query.toString().replaceAll("%2C", ",")
  return text === "" ? "/" : `/?${text}`
}

/** A narrowed list begins at its first page again, with nothing unfolded. */
export const narrowed = (view: ListView, change: Omit<ListView, "cursor" | "open">): ListView => ({
  ...view,
  ...change,
  cursor: undefined,
  open: undefined,
})

/** The view with what came from a record shown below it, or folded again. */
export const unfolded = (view: ListView, record: string): ListView => ({
  ...view,
  open: view.open === record ? undefined : record,
})

/** The view with a trait asked for, or no longer. */
export const toggled = (view: ListView, trait: Trait): ListView => {
  const has = view.has ?? []
  return narrowed(view, {
    has: has.includes(trait) ? has.filter((one) => one !== trait) : [...has, trait].sort(),
  })
}

/** Whether a view leaves records out, as opposed to showing them in another order or from another page on. */
export const isNarrowed = (view: ListView): boolean =>
  listAddress({ ...view, cursor: undefined, order: undefined, open: undefined }) !== "/"
