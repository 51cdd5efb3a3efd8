import { inspect } from "node:util"

const hidden = "[secret]"

/** The shortest stretch of a secret that counts as a part of it. */
const part = 6

/** Whether a word holds the secret or a longer stretch of it. */
const tells = (word: string, text: string): boolean => {
  if (text.length <= part) return word.includes(text)
  return Array.from({ length: text.length - part + 1 }, (_, at) => text.slice(at, at + part)).some(
    (stretch) => word.includes(stretch),
  )
}

/**
 * A text that is never shown: JSON, templates, `inspect` and the console print `[secret]`, and it has no field to read
 * or to clone. Contract: `reveal` is called only where the text is used, and what it gives is kept nowhere.
 */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** The text itself. */
  reveal(): string {
    return this.#text
  }

  /**
   * Words of others with every word hidden that holds the secret, a stretch of six of its characters or more, or a
   * masked text, in which providers repeat the ends of a key.
   */
  censor(words: string): string {
    return words.replace(/[^\s"'`<>(),;]+/g, (word) =>
      /\*{2,}|\.{3,}\w|…\w/.test(word) || tells(word, this.#text) ? hidden : word,
    )
  }

  toString(): string {
    return hidden
  }

  toJSON(): string {
    return hidden
  }

  [inspect.custom](): string {
    return hidden
  }
}
