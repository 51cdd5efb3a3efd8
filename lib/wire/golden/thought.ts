import {
  agent,
  call,
  claude,
  gpt,
  header,
  reasoning,
  redacted,
  replacement,
  result,
  text,
  user,
} from "#lib/record/build.ts"
import type { Case } from "./case.ts"

const signed = reasoning("because", "sig+/==")

/** Reasoning, with and without a seal. */
export const thought: readonly Case[] = [
  {
    name: "reasoning-signed",
    says: "Signed reasoning crosses to its maker, text and signature untouched; redacted too.",
    drafts: [
      header(),
      user("hi"),
      agent([signed, text("hello")]),
      user("more"),
      agent([redacted("sealed=="), call("a")]),
      result("a", "ok"),
    ],
  },
  {
    name: "reasoning-unsigned",
    says: "Reasoning without a seal is dropped, never prose.",
    drafts: [header(), user("hi"), agent([reasoning("hm"), text("hello")]), user("go on")],
  },
  {
    name: "reasoning-foreign",
    says: "Reasoning that another maker, model or account sealed is dropped; the fourth is the wire's own.",
    drafts: [
      header({ target: { provider: "anthropic", dialect: "messages", model: "claude-x", account: "first" } }),
      user("hi"),
      agent(
        [
          { kind: "reasoning", text: "", proof: { kind: "openai-encrypted", value: "gAAA", id: "rs_1" } },
          text("one"),
        ],
        { maker: gpt },
      ),
      agent([signed, text("two")], { maker: { ...claude, model: "claude-y" } }),
      agent([signed, text("three")], { maker: { ...claude, account: "second" } }),
      agent([signed, text("four")], { maker: { ...claude, account: "first" } }),
      user("go on"),
    ],
  },
  {
    name: "reasoning-no-header",
    says: "Where no header was stored, signed reasoning crosses.",
    drafts: [user("hi"), agent([signed, text("hello")]), user("go on")],
  },
  {
    name: "reasoning-alone",
    says: "Only reasoning in a response: nothing stands behind it, so it is dropped.",
    drafts: [header(), user("hi"), agent([signed]), user("go on")],
  },
  {
    name: "only-reasoning",
    says: "Only reasoning in the record: a made turn of the user is all.",
    drafts: [agent([signed])],
  },
  {
    name: "reasoning-rebound-header",
    says: "The system text changed: what was signed under the old one is dropped.",
    drafts: [
      header({ system: "be brief" }),
      user("hi"),
      agent([signed, text("hello")]),
      header({ reason: "change", system: "be long" }),
      user("go on"),
    ],
  },
  {
    name: "reasoning-same-header",
    says: "Another header with the same frame and other parameters leaves it bound.",
    drafts: [
      header({ system: "be brief" }),
      user("hi"),
      agent([signed, text("hello")]),
      header({ reason: "change", system: "be brief", params: { maxTokens: 99 } }),
      user("go on"),
    ],
  },
  {
    name: "reasoning-rebound-replacement",
    says: "A message before it was replaced later: it is dropped.",
    drafts: [
      header(),
      user("hi"),
      agent([signed, text("hello")]),
      replacement("2.0", text("hi there"), "repaired"),
      user("go on"),
    ],
  },
  {
    name: "reasoning-late-result",
    says: "A late result changed a round before it: signed reasoning behind is dropped, before it stays.",
    drafts: [
      header(),
      user("hi"),
      agent([reasoning("first", "sig1"), call("a")]),
      user("meanwhile"),
      agent([reasoning("second", "sig2"), text("hello")]),
      result("a", "late"),
    ],
  },
  {
    name: "reasoning-surrogate-beside",
    says: "One whose text holds a lone surrogate is dropped, the one beside it stays.",
    drafts: [
      header(),
      user("hi"),
      agent([reasoning("half \ud83d", "sig1"), signed, text("hello")]),
      user("go on"),
    ],
  },
  {
    name: "thinking-off",
    says: "Thinking is enabled and the last round does not begin with signed reasoning: off for this wire.",
    drafts: [
      header({ params: { maxTokens: 4096, thinking: { mode: "enabled", budget: 2048 } } }),
      user("hi"),
      agent([call("a")]),
      result("a", "ok"),
    ],
  },
  {
    name: "thinking-on",
    says: "Thinking is enabled and the last round begins with signed reasoning.",
    drafts: [
      header({ params: { maxTokens: 4096, thinking: { mode: "enabled", budget: 2048 } } }),
      user("hi"),
      agent([signed, call("a")]),
      result("a", "ok"),
    ],
  },
]
