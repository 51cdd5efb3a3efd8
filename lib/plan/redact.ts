/** A secret in a text: UTF-16 offsets, and the rule that found it. */
export type Secret = { readonly from: number; readonly to: number; readonly rule: string }

/** Secrets of a text, as a scanner that has read it knows them, in order; empty where it has none. */
export type Secrets = (text: string) => readonly Secret[]

/** A text without its secrets, and how many were left out. */
export type Redacted = { readonly text: string; readonly omitted: number }

/** Secrets that overlap are one, named by the first. */
const merged = (secrets: readonly Secret[]): readonly Secret[] => {
  const found: Secret[] = []
  for (const secret of secrets.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = found.at(-1)
    if (last !== undefined && secret.from < last.to)
      found.splice(-1, 1, { ...last, to: Math.max(last.to, secret.to) })
    else found.push(secret)
  }
  return found
}

/** Puts a mark that names the rule in the place of each secret. */
export const redact = (text: string, secrets: Secrets): Redacted => {
  const found = merged(secrets(text))
  let at = 0
  let clean = ""
  for (const { from, to, rule } of found) {
    clean += `${text.slice(at, from)}[redacted: ${rule}]`
    at = to
  }
  return { text: clean + text.slice(at), omitted: found.length }
}

/** How many marks of secrets that were left out a text holds. */
export const marksIn = (text: string): number => [...text.matchAll(/\[redacted: [^\]\n]+\]/g)].length
