/**
 * Keys that the library's rules of this version do not know. Each matches a whole key of a documented shape, so that
 * words that only look alike stay.
 */
export const ownPatterns: readonly { readonly rule: string; readonly pattern: RegExp }[] = [
  { rule: "aws-access-key-id", pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  {
    rule: "aws-secret-key",
    pattern: /(?<=aws.{0,20}(?:secret|key)[\w"'\s:=\\]{1,20})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/gi,
  },
  { rule: "google-api-key", pattern: /\bAIza[\w-]{35}/g },
  { rule: "github-fine-grained", pattern: /\bgithub_pat_\w{60,}/g },
  { rule: "stripe-key", pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { rule: "json-web-token", pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/g },
  {
    rule: "authorization",
    pattern: /(?<=\bauthorization["'\s:=\\]{1,8}(?:bearer|basic|token)\s+)[\w.~+/=-]{16,}/gi,
  },
  {
    rule: "private-key",
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  },
]
