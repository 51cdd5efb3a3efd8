import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { Secret } from "./secret.ts"

/**
 * Keys at rest: AES-256-GCM under a key that scrypt derives from SECRET_KEY and a salt of the row's own. The target's id
 * is authenticated with it, so a row that is moved to another target does not open. Bytes, in order: version, salt,
 * nonce, tag, cipher text.
 */
const version = 1
const lengths = { salt: 16, nonce: 12, tag: 16 } as const
const cost = { N: 16_384, r: 8, p: 1 } as const

const derived = (secretKey: Secret, salt: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(secretKey.reveal(), salt, 32, cost, (error, key) =>
      error === null ? resolve(key) : reject(error),
    ),
  )

const bound = (target: string): Buffer => Buffer.from(`crossing key ${version} ${target}`)

/** A target's key as bytes to store; never the same twice. */
export const seal = async (secretKey: Secret, target: string, key: Secret): Promise<Uint8Array> => {
  const salt = randomBytes(lengths.salt)
  const nonce = randomBytes(lengths.nonce)
  const cipher = createCipheriv("aes-256-gcm", await derived(secretKey, salt), nonce)
  cipher.setAAD(bound(target))
  const text = Buffer.concat([cipher.update(key.reveal(), "utf8"), cipher.final()])
  return Buffer.concat([Uint8Array.of(version), salt, nonce, cipher.getAuthTag(), text])
}

const parts = (sealed: Uint8Array) => {
  const bytes = Buffer.from(sealed)
  const nonceAt = 1 + lengths.salt
  const tagAt = nonceAt + lengths.nonce
  const textAt = tagAt + lengths.tag
  return {
    version: bytes[0],
    salt: bytes.subarray(1, nonceAt),
    nonce: bytes.subarray(nonceAt, tagAt),
    tag: bytes.subarray(tagAt, textAt),
    text: bytes.subarray(textAt),
  }
}

/**
 * The key of what `seal` made. Problem `key-undecipherable` {target}: sealed with another SECRET_KEY, for another target,
 * or damaged; which of them cannot be known.
 */
export const unseal = async (
  secretKey: Secret,
  target: string,
  sealed: Uint8Array,
): Promise<Outcome<Secret>> => {
  const { salt, nonce, tag, text, ...found } = parts(sealed)
  if (found.version !== version || tag.length !== lengths.tag)
    return refused("key-undecipherable", { target })
  const decipher = createDecipheriv("aes-256-gcm", await derived(secretKey, salt), nonce, {
    authTagLength: lengths.tag,
  })
  decipher.setAAD(bound(target)).setAuthTag(tag)
  try {
    return fine(new Secret(Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8")))
  } catch {
    return refused("key-undecipherable", { target })
  }
}
