import type { z } from "zod"

const kinds: { readonly [kind: string]: string } = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
}

/** What a value of a user's file must be, in words of our own; the value itself is never said. */
export const whyOf = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${kinds[issue.expected] ?? issue.expected}`
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}`
    case "too_small":
      return issue.origin === "string" ? "must not be empty" : `must be ${issue.minimum} or more`
    default:
      return issue.message
  }
}

/** Where in a file an issue is: keys joined by dots, down to the first one that is not known. */
export const fieldOf = ({ code, path, ...issue }: z.core.$ZodIssue, ...above: readonly string[]): string => {
  const unknown = code === "unrecognized_keys" && "keys" in issue ? issue.keys.slice(0, 1) : []
  return [...above, ...path, ...unknown].map(String).join(".")
}
