import {
  agent,
  answer,
  call,
  compaction,
  type Draft,
  header,
  notice,
  replacement,
  result,
  rewind,
  text,
  tools,
  undo,
  user,
} from "#lib/record/build.ts"
import type { Case } from "./case.ts"

/** Ten plain turns, seqs 1 to 10. */
const ten: readonly Draft[] = Array.from({ length: 10 }, (_, index) =>
  index % 2 === 0 ? user(`question ${index + 1}`) : agent(`reply ${index + 1}`),
)
const twenty: readonly Draft[] = [
  compaction("the first ten", [1, 10]),
  ...Array.from({ length: 9 }, (_, index) =>
    index % 2 === 0 ? user(`question ${index + 12}`) : agent(`reply ${index + 12}`),
  ),
]
const seven: readonly Draft[] = [
  user("one"),
  agent("two"),
  user("three"),
  compaction("two and three", [2, 3]),
  agent("five"),
  user("six"),
  agent("seven"),
  notice("eight"),
]

/** Rewinds, undos, compactions, replacements. */
export const line: readonly Case[] = [
  {
    name: "compaction",
    says: "A summary stands once, where the first covered message stood.",
    drafts: [user("one"), agent("two"), user("three"), compaction("they talked", [1, 2]), user("five")],
  },
  {
    name: "compaction-keeps-a-call",
    says: "Only the call is left of a round: its made result says that the result is not part of this history.",
    drafts: [
      user("one"),
      agent([call("a")]),
      result("a", "ok"),
      agent("four"),
      compaction("a result came", [3, 4]),
      user("go on"),
    ],
  },
  {
    name: "compaction-keeps-a-result",
    says: "Only the result is left of a round: it is user text.",
    drafts: [
      user("one"),
      agent([call("a")]),
      result("a", "ok"),
      agent("four"),
      compaction("a call was made", [1, 2]),
      user("go on"),
    ],
  },
  {
    name: "compaction-over-compaction",
    says: "C1[2,3] C2[2,8]: the newest acts and covers what the older one covered.",
    drafts: [...seven, compaction("two to eight", [2, 8]), user("ten")],
  },
  {
    name: "compaction-undo-of-the-newer",
    says: "Undo of C2: C1 acts again.",
    drafts: [...seven, compaction("two to eight", [2, 8]), undo(9), user("eleven")],
  },
  {
    name: "compaction-undo-of-the-older",
    says: "Undo of C1: C2 acts on, with its cover as it was.",
    drafts: [...seven, compaction("two to eight", [2, 8]), undo(4), user("eleven")],
  },
  {
    name: "compaction-in-steps",
    says: "C1[1,10] C2[12,20]: C2 stands for both, where the first covered message stood.",
    drafts: [...ten, ...twenty, compaction("all of it", [12, 20]), user("go on")],
  },
  {
    name: "compaction-of-the-middle",
    says: "C1[2,10] C2[12,20]: one summary, at the second message.",
    drafts: [
      ...ten,
      compaction("two to ten", [2, 10]),
      ...twenty.slice(1),
      compaction("two to twenty", [12, 20]),
      user("go on"),
    ],
  },
  {
    name: "compaction-of-nothing",
    says: "Nothing of the line is covered: the summary stands at its own place.",
    drafts: [user("one"), agent("two"), compaction("nothing", null), user("four")],
  },
  {
    name: "compaction-holds-a-header",
    says: "A header inside what is covered stays in force.",
    drafts: [
      header({ system: "old" }),
      user("two"),
      header({ reason: "change", system: "new" }),
      agent("four"),
      compaction("they talked", [2, 4]),
      user("go on"),
    ],
  },
  {
    name: "rewind",
    says: "What a rewind went back over does not cross.",
    drafts: [user("one"), agent("two"), user("wrong"), agent("wrong too"), rewind(2), user("right")],
  },
  {
    name: "rewind-drops-its-target",
    says: "Without keep, the target goes too.",
    drafts: [user("one"), agent("two"), user("wrong"), rewind(3, false), user("right")],
  },
  {
    name: "rewind-into-a-round",
    says: "A rewind into a round: the call that kept its result has it, the other's result is outside.",
    drafts: [
      user("one"),
      agent([call("a"), call("b")]),
      result("a", "first"),
      result("b", "second"),
      rewind(3),
      user("go on"),
    ],
  },
  {
    name: "rewind-to-a-dropped-branch",
    says: "A rewind to a message of a dropped branch brings that branch back.",
    drafts: [
      user("one"),
      agent("two"),
      user("old branch"),
      agent("old reply"),
      rewind(2),
      user("new branch"),
      rewind(4),
      user("on the old branch"),
    ],
  },
  {
    name: "rewind-over-an-undo",
    says: "A rewind to before an undo: what it took back is in force again.",
    drafts: [
      user("one"),
      agent("two"),
      compaction("one and two", [1, 2]),
      undo(3),
      user("five"),
      rewind(3),
      user("seven"),
    ],
  },
  {
    name: "undo-of-a-rewind",
    says: "The line before the rewind, followed by what came since.",
    drafts: [user("one"), agent("two"), user("three"), rewind(2), user("five"), undo(4), user("seven")],
  },
  {
    name: "undo-not-in-force",
    says: "An undo of what is not in force does nothing, then and later.",
    drafts: [user("one"), compaction("one", [1, 1]), rewind(1), undo(2), agent("five"), user("six")],
  },
  {
    name: "replacement-of-a-rewound-block",
    says: "A replacement of a rewound block is rewound with it.",
    drafts: [user("one"), agent("two"), rewind(1), replacement("2.0", text("better")), user("go on")],
  },
  {
    name: "replacement-twice",
    says: "The newest replacement in force wins.",
    drafts: [
      user("one"),
      agent("two"),
      replacement("2.0", text("better")),
      replacement("2.0", text("best")),
      user("go on"),
    ],
  },
  {
    name: "replacement-undo-of-the-first",
    says: "Undo of the first of two: the second goes on.",
    drafts: [
      user("one"),
      agent("two"),
      replacement("2.0", text("better")),
      replacement("2.0", text("best")),
      undo(3),
      user("go on"),
    ],
  },
  {
    name: "replacement-undo-of-the-second",
    says: "Undo of the second of two: the first acts again.",
    drafts: [
      user("one"),
      agent("two"),
      replacement("2.0", text("better")),
      replacement("2.0", text("best")),
      undo(4),
      user("go on"),
    ],
  },
  {
    name: "replacement-of-a-result-out-of-order",
    says: "Results are in order by where they were stored, whatever stands there now.",
    drafts: [
      user("one"),
      agent([call("a"), call("b")]),
      tools(answer("b", "second"), answer("a", "first")),
      replacement("3.1", answer("a", "[cleared]")),
      user("go on"),
    ],
  },
  {
    name: "replacement-in-a-result",
    says: "A result cleared, then a block inside of it replaced again.",
    drafts: [
      user("one"),
      agent([call("a")]),
      result("a", "much text"),
      replacement("3.0", answer("a", "[cleared]")),
      replacement("4.0.0", text("[cleared, 9 characters]"), "trimmed"),
      user("go on"),
    ],
  },
]
