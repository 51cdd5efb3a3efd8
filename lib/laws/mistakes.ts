import { project } from "#lib/project.ts"
import { faulty, of, recast, swap } from "./faulty.ts"
import type { LawId, Subject } from "./law.ts"

/** Mistakes, each with the law that must notice it. */
export const mistakes: readonly (readonly [string, LawId, string, Subject])[] = [
  ["a block without a crossing", "no-block-lost", "openai", faulty(recast("2.0", () => []))],
  [
    "a block with two crossings",
    "no-block-lost",
    "openai",
    faulty(recast("6.0", (crossing) => [crossing, crossing])),
  ],
  ["a text that is carried and differs", "no-block-lost", "anthropic", faulty(swap('"go on"', '"go  on"'))],
  [
    "arguments encoded anew",
    "no-block-lost",
    "anthropic",
    faulty(swap("12345678901234567890", "12345678901234567000")),
  ],
  ["arguments with other whitespace", "no-block-lost", "anthropic", faulty(swap('{"n":', '{"n": '))],
  ["a signature cut short", "no-block-lost", "anthropic", faulty(swap('"sig"', '"si"'))],
  [
    "a carried block with a reason",
    "no-block-lost",
    "openai",
    faulty(recast("2.0", (crossing) => [{ ...crossing, reason: "text-blank" }])),
  ],
  [
    "an altered block without a reason",
    "no-block-lost",
    "openai",
    faulty(recast("2.0", (crossing) => [{ ...crossing, how: "altered" }])),
  ],
  [
    "a rewound block that is said to be covered",
    "no-block-lost",
    "openai",
    faulty(recast("6.0", (crossing) => [{ ...crossing, reason: "compacted" }])),
  ],
  [
    "a carried block in the place of another",
    "no-block-lost",
    "openai",
    faulty((body, crossings) => [
      body.replace('"hi"', '"x"').replace('"go on"', '"hi"').replace('"x"', '"go on"'),
      crossings,
    ]),
  ],
  [
    "a leaf that nobody claims",
    "no-byte-unexplained",
    "openai",
    faulty(swap('{"model"', '{"seed":1,"model"')),
  ],
  [
    "a place that is not there",
    "no-byte-unexplained",
    "openai",
    faulty(recast("2.0", (crossing) => [{ ...crossing, at: [...crossing.at, { pointer: "/messages/99" }] }])),
  ],
  [
    "a leaf that two claim",
    "no-byte-unexplained",
    "openai",
    faulty(recast("5.0", (crossing) => [{ ...crossing, at: [...crossing.at, { pointer: "/messages/1" }] }])),
  ],
  [
    "a string that is not claimed to its end",
    "no-byte-unexplained",
    "openai",
    faulty((body, crossings) => [
      body.replace('"go on"', '"go on now"'),
      crossings.map((crossing) =>
        of("8.0")(crossing)
          ? {
              ...crossing,
              at: crossing.at.map((place, index) => (index === 0 ? { ...place, from: 0, to: 5 } : place)),
            }
          : crossing,
      ),
    ]),
  ],
  [
    "a word of the record in a header field",
    "no-byte-unexplained",
    "anthropic",
    faulty((body, crossings) => [
      body,
      crossings.map((crossing) =>
        crossing.from !== undefined && "header" in crossing.from && crossing.from.path === "/system"
          ? { ...crossing, from: { block: "2.0" } }
          : crossing,
      ),
    ]),
  ],
  [
    "an old turn written anew once the record has grown",
    "old-turns-stand-still",
    "openai",
    faulty((body, crossings, through) => [
      through > 7 ? body.replace('"let me look"', '"let me look "') : body,
      crossings,
    ]),
  ],
  [
    "an old turn that is gone later",
    "old-turns-stand-still",
    "openai",
    faulty((body, crossings, through) => [
      through > 7 ? body.replace(/\{"role":"user","content":"hi"\},/, "") : body,
      crossings,
    ]),
  ],
  [
    "a block that is altered only later",
    "no-look-ahead",
    "openai",
    faulty((body, crossings, through) => [
      body,
      through < 8
        ? crossings
        : crossings.map((crossing) =>
            of("2.0")(crossing) ? { ...crossing, how: "altered", reason: "unicode-replaced" } : crossing,
          ),
    ]),
  ],
  ["a lone surrogate in the wire", "same-in-same-out", "openai", faulty(swap('"go on"', '"go on\ud83d"'))],
  [
    "a call without a result",
    "calls-answered",
    "openai",
    faulty(
      swap('{"role":"tool","tool_call_id":"c3","content":"three"}', '{"role":"user","content":"three"}'),
    ),
  ],
  [
    "a result of no call",
    "calls-answered",
    "openai",
    faulty(swap('"tool_call_id":"c3"', '"tool_call_id":"c4"')),
  ],
  [
    "an id used twice",
    "calls-answered",
    "anthropic",
    faulty((body, crossings) => [body.replaceAll('"c3"', '"c1"'), crossings]),
  ],
  [
    "results that change places",
    "calls-answered",
    "openai",
    faulty((body, crossings) => [
      body
        .replace('"tool_call_id":"c1"', '"tool_call_id":"c9"')
        .replace('"tool_call_id":"c2"', '"tool_call_id":"c1"')
        .replace('"tool_call_id":"c9"', '"tool_call_id":"c2"'),
      crossings,
    ]),
  ],
  [
    "a user's words in the agent's voice",
    "doing-never-saying",
    "openai",
    faulty(swap('{"role":"user","content":"hi"}', '{"role":"assistant","content":"hi"}')),
  ],
  [
    "the agent's words in the user's voice",
    "doing-never-saying",
    "openai",
    faulty(swap('{"role":"assistant","content":"done"}', '{"role":"user","content":"done"}')),
  ],
  [
    "a made sentence as speech",
    "doing-never-saying",
    "openai",
    faulty(recast("5.0", (crossing) => [{ how: "made", reason: "label-line", at: crossing.at }])),
  ],
  [
    "reasoning as speech",
    "doing-never-saying",
    "anthropic",
    faulty(swap('{"type":"thinking","thinking":"hm","signature":"sig"}', '{"type":"text","text":"hm"}')),
  ],
  [
    "words in a field of reasoning",
    "doing-never-saying",
    "anthropic",
    faulty(recast("3.0", (crossing) => [{ ...crossing, from: { block: "3.1" } }])),
  ],
  [
    "no principal",
    "authority-never-replays",
    "anthropic",
    faulty((body, crossings) => [body, crossings.filter((crossing) => crossing.reason !== "principal")]),
  ],
  [
    "a principal with another account",
    "authority-never-replays",
    "anthropic",
    faulty((body, crossings) => [body.replaceAll("acct7", "acct8"), crossings]),
  ],
  [
    "a principal among the messages",
    "authority-never-replays",
    "anthropic",
    faulty((body, crossings) => [
      body,
      crossings.map((crossing) =>
        crossing.reason === "principal" ? { ...crossing, at: [{ pointer: "/messages/0" }] } : crossing,
      ),
    ]),
  ],
  [
    "a reason that does not hold",
    "no-block-lost",
    "openai",
    faulty(recast("2.0", (crossing) => [{ ...crossing, how: "altered", reason: "unicode-replaced" }])),
  ],
  [
    "a blank text that crosses",
    "no-block-lost",
    "openai",
    faulty(recast("2.0", (crossing) => [{ ...crossing, how: "dropped", reason: "text-blank", at: [] }])),
  ],
  [
    "an id rewritten for nothing",
    "calls-answered",
    "openai",
    faulty((body, crossings) => [body.replaceAll('"c3"', '"c33"'), crossings]),
  ],
  [
    "an id that the target refuses",
    "calls-answered",
    "anthropic",
    faulty((body, crossings) => [body.replaceAll('"c3"', '"c.3"'), crossings]),
  ],
  [
    "a last turn that is not due",
    "made-when-due",
    "openai",
    faulty((body, crossings) => [
      body.replace(/\}\]\}$/, '},{"role":"user","content":"[Continue]"}]}'),
      [...crossings, { how: "made", reason: "awaiting-user", at: [{ pointer: "/messages/11" }] }],
    ]),
  ],
  [
    "a label line over a person's words",
    "made-when-due",
    "openai",
    faulty((body, crossings) => [
      body,
      [...crossings, { how: "made", reason: "label-line", at: [{ pointer: "/messages/2", from: 0, to: 0 }] }],
    ]),
  ],
  [
    "a header field that disappears",
    "made-when-due",
    "openai",
    faulty((body, crossings) => [
      body,
      crossings.filter(({ from }) => from === undefined || !("header" in from) || from.path !== "/system"),
    ]),
  ],
  [
    "a piece of a header that is not in force",
    "made-when-due",
    "openai",
    faulty((body, crossings) => [
      body,
      crossings.map((crossing) =>
        crossing.from !== undefined && "header" in crossing.from
          ? { ...crossing, from: { ...crossing.from, header: 9 } }
          : crossing,
      ),
    ]),
  ],
  [
    "an extension that forgets",
    "incremental-equals-cold",
    "openai",
    { project, extend: (projection) => projection },
  ],
]
