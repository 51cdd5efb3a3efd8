import { expect, it } from "vitest"
import { record, rewind, undo, user } from "#lib/record/build.ts"
import { actsFrom, actTitle, actWords, causeWords, doneWords, stretchWords } from "./let-go.ts"

const { entries } = record(user("one"), rewind(1), rewind(1, false), undo(3))

it("names what took something out of the line, by its entry where that is known", () => {
  expect(causeWords("rewound", 2, entries)).toBe("rewound by entry 2")
  expect(causeWords("rewound", 4, entries)).toBe("rewound again by the undo of entry 4")
  expect(causeWords("rewound", undefined, entries)).toBe("rewound")
  expect(causeWords("compacted", 9, entries)).toBe("covered by the summary of entry 9")
  expect(causeWords("replaced", undefined, entries)).toBe("replaced by newer blocks")
  expect(causeWords("undone", 4, entries)).toBe("taken back by entry 4")
})

it("says how messages were let go", () => {
  expect(stretchWords(6, actWords(entries[1]))).toBe("6 messages let go by going back to entry 1")
  expect(stretchWords(1, actWords(entries[2]))).toBe("1 message let go by going back to before entry 1")
  expect(stretchWords(2, actWords(entries[3]))).toBe("2 messages let go by taking entry 3 back")
})

it("says what was done, and where the cut came to stand", () => {
  const back = { kind: "rewind", to: 7, keep: true } as const
  expect(actTitle(back)).toBe("Go back to entry 7")
  expect(actTitle({ kind: "undo", of: [8, 9] })).toBe("Take 2 entries back")
  expect(doneWords(back, { dropped: 1 }, [12])).toBe("Went back to entry 7: 1 message let go by entry 12.")
  expect(doneWords({ ...back, keep: false }, { dropped: 3 }, [12])).toBe(
    "Went back to before entry 7: 3 messages let go by entry 12.",
  )
  expect(doneWords(back, { dropped: 4, moved: { to: 5 } }, [12])).toContain("Went back to entry 5:")
  expect(doneWords(back, { dropped: 9, moved: { to: 0 } }, [12])).toContain("Went back to the beginning:")
  expect(doneWords({ kind: "undo", of: [12] }, { dropped: 0 }, [13])).toBe("Took entry 12 back by entry 13.")
})

it("an entry can be gone back to, gone back before, and forked from", () => {
  expect(actsFrom(4).map(({ key, act }) => [key, act])).toEqual([
    ["r", { kind: "rewind", to: 4, keep: true }],
    ["R", { kind: "rewind", to: 4, keep: false }],
    ["y", { kind: "fork", through: 4 }],
  ])
})
