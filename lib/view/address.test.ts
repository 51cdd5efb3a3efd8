import { expect, test } from "vitest"
import { asked, parseAddress, printAddress, recordHref, requestsHref, targetsHref } from "./address.ts"

const round = (query: string): string => printAddress(parseAddress(new URLSearchParams(query)))

test("an address survives its URL", () => {
  const query =
    "target=openai&asOf=12&vision=off&order=wire&filter=how%3Adropped+two+words&block=42.1&by=reason"
  expect(round(query)).toBe(query)
  expect(round("block=%2B%2Fmessages%2F2%2Fcontent%2F1")).toBe("block=%2B%2Fmessages%2F2%2Fcontent%2F1")
})

test("a request that is open survives it too, with what it is held against", () => {
  for (const query of ["only=cut&request=12&with=7", "request=12&with=record", "only=unproved"])
    expect(round(query)).toBe(query)
  expect(round("with=7")).toBe("")
  expect(requestsHref("a/b", { request: 12, with: "record" })).toBe(
    "/r/a%2Fb/requests?request=12&with=record",
  )
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
    "by=target",
    "only=healthy",
    "request=first",
    "nonsense=1",
  ])
    expect(round(query)).toBe("")
})

test("a link names its record, and nothing that stands at its default", () => {
  expect(recordHref("a/b", {})).toBe("/r/a%2Fb")
  expect(recordHref("a", { target: "kimi", block: "2.0" })).toBe("/r/a?target=kimi&block=2.0")
  expect(targetsHref("a", { vision: false })).toBe("/r/a/targets?vision=off")
})

test("from page to page go target, moment and vision, and no more", () => {
  const address = parseAddress(
    new URLSearchParams("target=kimi&asOf=7&vision=on&order=wire&filter=x&block=2.0"),
  )
  expect(asked(address)).toEqual({ target: "kimi", asOf: 7, vision: true })
})
