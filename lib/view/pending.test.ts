import { expect, it } from "vitest"
import { agent, type Draft, image, record, text, user } from "#lib/record/build.ts"
import { chatOf } from "./chat-opening.ts"
import { type Pending, stillPending } from "./pending.ts"

const waits = (key: string, words: string): Pending => ({ key, text: words, pictures: 0 })
const came = (...drafts: readonly Draft[]) => chatOf(record(...drafts).entries).items
const left = (pending: readonly Pending[], ...drafts: readonly Draft[]) =>
  stillPending(pending, came(...drafts)).map(({ key }) => key)

it("what has come waits no more, once for each time it was said", () => {
  const pending = [waits("1", "go on"), waits("2", "go on"), waits("3", "stop")]
  expect(left(pending, user("go on"))).toEqual(["2", "3"])
  expect(left(pending, user("stop"), user("go on"))).toEqual(["2"])
})

it("what others said, or the model, takes nothing away", () => {
  expect(left([waits("1", "go on")], user("another"), agent("go on"))).toEqual(["1"])
})

it("a picture without words is no message with words", () => {
  const picture = image("a".repeat(64))
  expect(left([waits("1", "go on"), waits("2", "")], user([picture]))).toEqual(["1"])
  expect(left([waits("1", "go on")], user([picture, text("go on")]))).toEqual([])
})

it("a message that is too long to be shown whole is known by its beginning", () => {
  const long = "word ".repeat(20_000)
  expect(left([waits("1", long)], user(long))).toEqual([])
})
