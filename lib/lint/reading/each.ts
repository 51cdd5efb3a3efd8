import { type Json, listOf, objectOf, stringOf } from "#lib/record/json.ts"
import type { Message, Part, Voice } from "../part.ts"
import { nothing } from "../value.ts"

/** What is read of the object at a pointer, the `index`th of its list. */
type Read<Made> = (value: Json, at: string, index: number) => Made

/** What is read of each element of a list that stands at `at`; an element that is no object is an empty one. */
export const each = <Made>(list: unknown, at: string, read: Read<Made>): readonly Made[] => {
  const below = `${at}/`
  return listOf(list)?.map((element, index) => read(objectOf(element) ?? nothing, below + index, index)) ?? []
}

/** Content that may be a string, which is one text, or a list of parts. */
export const contentOf = (content: unknown, at: string, partOf: Read<Part>): readonly Part[] =>
  typeof content === "string"
    ? [{ is: "text", at, value: nothing, text: content }]
    : each(content, at, partOf)

/** Whose voice a role is. */
export type Voices = ReadonlyMap<string, Voice>

/** The roles that most shapes know. */
export const voices: Voices = new Map([
  ["user", "user"],
  ["assistant", "assistant"],
  ["system", "system"],
])

/** How a message is read that has a role, or else that of `unsaid`, and its parts under `key`. */
export const spoken =
  (
    heard: Voices,
    key: "content" | "parts",
    partsOf: (content: unknown, at: string) => readonly Part[],
    unsaid = "",
  ): Read<Message> =>
  (value, at, index) => {
    const role = stringOf(value["role"]) ?? unsaid
    const parts = partsOf(value[key], `${at}/${key}`)
    return { index, at, role, voice: heard.get(role) ?? "other", parts, value }
  }
