import { createHash } from "node:crypto"

/** Hex sha256 of a text's UTF-8 or of bytes. */
export const digestOf = (of: string | Uint8Array): string => createHash("sha256").update(of).digest("hex")
