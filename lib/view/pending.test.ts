import { expect, it } from "vitest"
import { agent, type Draft, image, record, text, user } from "#lib/record/build.ts"
import { forget, readAgain, take, waitFor } from "./chat.ts"
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

it("what was said here goes in the moment in which the record has it, and not before", () => {
  const [said] = record(user("go on")).entries
  if (said === undefined) throw new Error("There is one.")
  const before = waitFor(chatOf([]), waits("1", "go on"))
  const after = take(before, { is: "entry", position: { seq: 1, n: 0 }, entry: said })
  expect([before.items.length, before.pending.length]).toEqual([0, 1])
  expect([after.items.length, after.pending.length]).toEqual([1, 0])
})

it("what was refused waits no more; what was said still waits where the record is read again without it", () => {
  const chat = [waits("1", "go on"), waits("2", "stop")].reduce(waitFor, chatOf([]))
  expect(forget(chat, "1").pending.map(({ key }) => key)).toEqual(["2"])
  const now = readAgain(chat, chatOf(record(user("go on")).entries))
  expect(now.pending.map(({ key }) => key)).toEqual(["2"])
})
