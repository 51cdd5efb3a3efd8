import type { Secret } from "#lib/plan/redact.ts"

/**
 * Keys that the library's rules of this version do not know. Each matches a whole key of a documented shape, so that
 * words that only look alike stay; where a pattern has a group, that is the key.
 */
const patterns: readonly { readonly rule: string; readonly pattern: RegExp }[] = [
  { rule: "aws-access-key-id", pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  {
    rule: "aws-secret-key",
    pattern: /aws.{0,20}(?:secret|key)[\w"'\s:=\\]{1,20}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dgi,
  },
  { rule: "google-api-key", pattern: /\bAIza[\w-]{35}/g },
  { rule: "github-fine-grained", pattern: /\bgithub_pat_\w{60,}/g },
  { rule: "stripe-key", pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { rule: "json-web-token", pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/g },
  {
    rule: "authorization",
    pattern: /\bauthorization["'\s:=\\]{1,8}(?:bearer|basic|token)\s+([\w.~+/=-]{16,})/dgi,
  },
  {
    rule: "private-key",
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  },
]

const rangeOf = (found: RegExpExecArray): readonly [number, number] =>
  found.indices?.[1] ?? [found.index, found.index + found[0].length]

/** What these patterns find in a text. */
export const byPattern = (text: string): readonly Secret[] =>
  patterns.flatMap(({ rule, pattern }) =>
    [...text.matchAll(pattern)].map((found) => {
      const [from, to] = rangeOf(found)
      return { from, to, rule }
    }),
  )
