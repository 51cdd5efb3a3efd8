import { expect, it } from "vitest"
import { attachedSentence } from "./attached.ts"

it("says what became of a capture's requests, and nothing of what there was none of", () => {
  const none = { attached: 0, known: 0, foreign: 0, unread: 0 }
  expect(attachedSentence({ ...none, attached: 1 })).toBe("Attached 1 request.")
  expect(attachedSentence({ ...none, attached: 5, foreign: 1 })).toBe(
    "Attached 5 requests; 1 belong to no part of this record.",
  )
  expect(attachedSentence({ ...none, known: 6, unread: 2 })).toBe(
    "No request of the capture was attached; 6 stood there already; 2 could not be read.",
  )
})
