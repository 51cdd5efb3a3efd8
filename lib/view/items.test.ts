import { expect, test } from "vitest"
import type { Fold } from "./folds.ts"
import { itemsOf } from "./items.ts"

const fold = (from: number, to: number): Fold => ({ from, to, why: "compacted", label: "" })
const show = (open: (fold: Fold) => boolean): string =>
  itemsOf([10, 11, 12, 13, 14, 15], [fold(0, 2), fold(3, 5)], open)
    .map((item) => (item.is === "row" ? item.number : `${item.open ? "v" : ">"}${item.fold.from}`))
    .join(" ")

test("a closed fold hides its rows and an open one shows them behind it", () => {
  expect(show(() => false)).toBe(">0 12 >3 15")
  expect(show(() => true)).toBe("v0 10 11 12 v3 13 14 15")
  expect(show(({ from }) => from === 3)).toBe(">0 12 v3 13 14 15")
})
