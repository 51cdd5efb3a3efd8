import { expect, test } from "vitest"
import { parseAddress, printAddress } from "./address.ts"

const round = (query: string): string => printAddress(parseAddress(new URLSearchParams(query)))

test("an address survives its URL", () => {
  const query = "target=openai&asOf=12&vision=off&order=wire&filter=how%3Adropped+two+words&block=42.1"
  expect(round(query)).toBe(query)
  expect(round("block=%2B%2Fmessages%2F2%2Fcontent%2F1")).toBe("block=%2B%2Fmessages%2F2%2Fcontent%2F1")
})

test("what does not fit stands at its default", () => {
  for (const query of [
    "",
    "asOf=0",
    "asOf=-1",
    "asOf=1e3",
    "asOf=99999999999",
    "vision=maybe",
    "order=sideways",
    "block=",
    "nonsense=1",
  ])
    expect(round(query)).toBe("")
})
