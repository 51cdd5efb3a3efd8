/**
 * Headers of an answer that is a request body byte for byte. `no-transform` keeps the bytes as they are: compressed ones
 * would not have the digest (hex sha256) that stands beside them.
 */
export const exactHeaders = (digest: string): Headers =>
  new Headers({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "private, no-cache, no-transform",
    etag: `"${digest}"`,
    "x-content-sha256": digest,
    "content-digest": `sha-256=:${Buffer.from(digest, "hex").toString("base64")}:`,
  })
