import { type ExportFormat, exportFormatIds } from "./export-formats.ts"
import { type Order, orders } from "./sheet.ts"

/** Which requests of a record are shown. */
export const requestFilters = ["extended", "cut", "unexplained", "unproved"] as const
export type RequestFilter = (typeof requestFilters)[number]

/** The state of a record's pages that is worth sharing; what is absent stands at its default. */
export type Address = {
  readonly target?: string
  readonly asOf?: number
  /** Absent: the target's own. */
  readonly vision?: boolean
  readonly order: Order
  readonly filter: string
  /** The key of the focused row: a block id such as `42.1`. */
  readonly block?: string
  /** How the comparison of targets is laid out; absent: by target. */
  readonly by?: "reason"
  /** The request that is open, by its entry, and what it is held against; absent: the one before it. */
  readonly request?: number
  readonly with?: number | "record"
  readonly only?: RequestFilter
  /** What an export is to be; absent: a log. */
  readonly format?: ExportFormat
  /** Secrets that stay in an export, by their ids. */
  readonly keep?: readonly string[]
}

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

/** Reads the query of a page's URL; what does not fit is left at its default. */
export const parseAddress = (query: URLSearchParams): Address => {
  const target = query.get("target")
  const asOf = wholeNumber(query.get("asOf"))
  const vision = query.get("vision")
  const block = query.get("block")
  const request = wholeNumber(query.get("request"))
  const other = query.get("with") === "record" ? "record" : wholeNumber(query.get("with"))
  const only = requestFilters.find((filter) => filter === query.get("only"))
  const format = exportFormatIds.find((id) => id === query.get("format"))
  const keep = (query.get("keep") ?? "").split(",").filter((id) => /^[0-9a-f]{12}$/.test(id))
  return {
    ...(target === null ? {} : { target }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(vision === "on" || vision === "off" ? { vision: vision === "on" } : {}),
    order: orders.find((order) => order === query.get("order")) ?? "rows",
    filter: query.get("filter") ?? "",
    ...(block === null || block === "" ? {} : { block }),
    ...(query.get("by") === "reason" ? { by: "reason" } : {}),
    ...(request === undefined ? {} : { request }),
    ...(request === undefined || other === undefined ? {} : { with: other }),
    ...(only === undefined ? {} : { only }),
    ...(format === undefined ? {} : { format }),
    ...(keep.length === 0 ? {} : { keep }),
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
  if (address.by !== undefined) query.set("by", address.by)
  if (address.only !== undefined) query.set("only", address.only)
  if (address.request !== undefined) query.set("request", String(address.request))
  if (address.with !== undefined) query.set("with", String(address.with))
  if (address.format !== undefined) query.set("format", address.format)
  if (address.keep !== undefined && address.keep.length > 0) query.set("keep", address.keep.join(","))
  return query.toString()
}

/** Where a record's page is, in this state. */
export const recordHref = (record: string, address: Partial<Address>): string =>
  hrefOf(`/r/${encodeURIComponent(record)}`, address)

/** Where the comparison of a record's targets is. */
export const targetsHref = (record: string, address: Partial<Address>): string =>
  hrefOf(`/r/${encodeURIComponent(record)}/targets`, address)

/** Where a record's requests are. */
export const requestsHref = (record: string, address: Partial<Address>): string =>
  hrefOf(`/r/${encodeURIComponent(record)}/requests`, address)

/** Where a record is exported. */
export const exportHref = (record: string, address: Partial<Address>): string =>
  hrefOf(`/r/${encodeURIComponent(record)}/export`, address)

const hrefOf = (path: string, address: Partial<Address>): string => {
  const query = printAddress({ order: "rows", filter: "", ...address })
  return query === "" ? path : `${path}?${query}`
}

/** What of an address any page of a record keeps: whom the wire is for, as of when, and whether it sees. */
export const asked = ({ target, asOf, vision }: Address): Partial<Address> => ({
  ...(target === undefined ? {} : { target }),
  ...(asOf === undefined ? {} : { asOf }),
  ...(vision === undefined ? {} : { vision }),
})
