import { expect, it } from "vitest"
import { prefixLine, verdictLine } from "./proof.ts"

const side = { before: "a", from: "b" }
const at = { byte: 7, sent: side, rebuilt: side }
const tokens = { reused: 10, new: 2, lost: 0, media: 0 }

it("says what became of a proof in one line", () => {
  expect(verdictLine({ is: "proved", by: "bytes" })).toBe("rebuilt = sent")
  expect(verdictLine({ is: "mismatch", cause: "entry-differs", facts: { seq: 3 }, at })).toBe(
    "rebuilt ≠ sent at byte 7: The block at this place is not the one that was sent. (seq 3)",
  )
  expect(verdictLine({ is: "other-projector", provedThen: true, projector: 6, today: 7, at })).toBe(
    "proved when sent (projector 6); today's projector 7 writes it differently at byte 7",
  )
  expect(verdictLine({ is: "capture-differs", at })).toContain("from byte 7 on")
  expect(verdictLine({ is: "unchecked", cause: "target-unknown", facts: {} })).toContain("not checked")
})

it("says why a prefix was cut, and nothing of a healthy one", () => {
  expect(prefixLine({ outcome: "extension", tokens })).toBe("")
  expect(
    prefixLine({
      outcome: "cut",
      tokens: { ...tokens, lost: 9 },
      cut: { pointer: "/system", byte: 3, byteBefore: 3, cause: "system" },
    }),
  ).toBe("system at byte 3: The system text changed.; ~9 tokens lost")
  expect(
    prefixLine({ outcome: "extension", tokens, disagreement: { says: "missed", cause: "time-to-live" } }),
  ).toContain("forgotten")
})
