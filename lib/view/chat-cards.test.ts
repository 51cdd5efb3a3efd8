import { expect, it } from "vitest"
import type { Block } from "#lib/record/block.ts"
import { agent, image, record, text, user } from "#lib/record/build.ts"
import { canBeEdited, cardsOf } from "./chat-cards.ts"
import { chatOf } from "./chat-opening.ts"

const cardOf = (...blocks: readonly Block[]) =>
  cardsOf(chatOf(record(user([...blocks])).entries).items, false)[0]
const isEditable = (...blocks: readonly Block[]): boolean => {
  const card = cardOf(...blocks)
  if (card === undefined) throw new Error("There is a card.")
  return canBeEdited(card)
}

it("a message can be edited where all of it can be said again", () => {
  const stored = image("a".repeat(64))
  expect(isEditable(text("go"))).toBe(true)
  expect(isEditable(stored, text("go"), text("on"))).toBe(true)
  expect(isEditable(text("word ".repeat(20_000)))).toBe(false)
  expect(
    isEditable(text("go"), { kind: "image", url: "https://a.example/b.png", mediaType: "image/png" }),
  ).toBe(false)
  expect(isEditable(text("go"), { kind: "file", object: "b".repeat(64), mediaType: "text/plain" })).toBe(
    false,
  )
})

it("what the model said cannot", () => {
  const [card] = cardsOf(chatOf(record(agent("done")).entries).items, false)
  expect(card !== undefined && canBeEdited(card)).toBe(false)
})
