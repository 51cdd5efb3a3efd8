export type Query = { readonly [name: string]: string | readonly string[] | undefined }

/** The query of a page's URL as Next gives it to the page, as text; what is given twice is left out. */
export const searchOf = (query: Query): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  )
  const text = new URLSearchParams(pairs).toString()
  return text === "" ? "" : `?${text}`
}
