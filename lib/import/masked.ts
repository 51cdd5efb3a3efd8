import { decodeLine } from "./decode.ts"
import type { Importer } from "./importer.ts"

/**
 * The bytes of a whole file, or of a piece of whole lines, without the secrets that its format may hold; what is no UTF-8
 * comes out repaired. The same bytes where the format holds none.
 */
export const masked = ({ mask, unit }: Importer, bytes: Uint8Array): Uint8Array => {
  if (mask === undefined) return bytes
  const text = decodeLine(bytes, true).text
  if (unit === "document") return Buffer.from(mask(text))
  const lines = text.split("\n").map(mask)
  return Buffer.from(lines.join("\n"))
}
