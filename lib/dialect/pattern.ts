const compiled = new Map<string, RegExp>()

/** Whether a text is of a row's pattern: the text of a regular expression, so that rows stay plain data. */
export const matches = (pattern: string, text: string): boolean => {
  const known = compiled.get(pattern)
  if (known !== undefined) return known.test(text)
  const made = new RegExp(pattern, "u")
  compiled.set(pattern, made)
  return made.test(text)
}
