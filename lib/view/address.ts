import { type Order, orders } from "./sheet.ts"

/** The state of an inspector page that is worth sharing; what is absent stands at its default. */
export type Address = {
  readonly target?: string
  readonly asOf?: number
  /** Absent: the target's own. */
  readonly vision?: boolean
  readonly order: Order
  readonly filter: string
  /** The key of the focused row: a block id such as `42.1`. */
  readonly block?: string
}

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

/** Reads the query of a page's URL; what does not fit is left at its default. */
export const parseAddress = (query: URLSearchParams): Address => {
  const target = query.get("target")
  const asOf = wholeNumber(query.get("asOf"))
  const vision = query.get("vision")
  const block = query.get("block")
  return {
    ...(target === null ? {} : { target }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(vision === "on" || vision === "off" ? { vision: vision === "on" } : {}),
    order: orders.find((order) => order === query.get("order")) ?? "rows",
    filter: query.get("filter") ?? "",
    ...(block === null || block === "" ? {} : { block }),
  }
}

/** The query of an address, without a question mark; empty where everything stands at its default. */
export const printAddress = (address: Address): string => {
  const query = new URLSearchParams()
  if (address.target !== undefined) query.set("target", address.target)
  if (address.asOf !== undefined) query.set("asOf", String(address.asOf))
  if (address.vision !== undefined) query.set("vision", address.vision ? "on" : "off")
  if (address.order !== "rows") query.set("order", address.order)
  if (address.filter !== "") query.set("filter", address.filter)
  if (address.block !== undefined) query.set("block", address.block)
  return query.toString()
}
