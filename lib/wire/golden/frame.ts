import { agent, call, header, notice, result, user } from "#lib/record/build.ts"
import type { Case } from "./case.ts"

const object = '{"type":"object","properties":{}}'
const principal = {
  agent: "scribe",
  account: "ops",
  uid: 501,
  expectedAccount: "ops",
  mode: "resident",
  node: "n1",
  drift: false,
} as const // literals, not strings

/** Headers: system text, tools, parameters, the principal. */
export const frame: readonly Case[] = [
  {
    name: "system",
    says: "The header's system text stands in the target's system area.",
    drafts: [header({ system: "be brief\n\nand kind" }), user("hi")],
  },
  {
    name: "system-blank",
    says: "A blank system text is absent.",
    drafts: [header({ system: " \n" }), user("hi")],
  },
  {
    name: "tools",
    says: "Tools as declared, their schemas verbatim; of two with one name the first; a schema that is no object gives way to an open one.",
    drafts: [
      header({
        tools: [
          {
            name: "ls",
            description: "lists",
            inputSchema:
              '{ "type":"object", "properties":{"2":{"type":"integer","maximum":12345678901234567890},"1":{}} }',
          },
          { name: "ls", description: "again", inputSchema: object },
          { name: "odd", inputSchema: "[]" },
        ],
      }),
      user("hi"),
    ],
  },
  {
    name: "params",
    says: "Parameters by the target's own names.",
    drafts: [
      header({
        params: {
          maxTokens: 64,
          temperature: 0.5,
          topP: 0.9,
          stop: ["END"],
          toolChoice: "auto",
          parallel: false,
          effort: "high",
        },
        tools: [{ name: "ls", inputSchema: object }],
      }),
      user("hi"),
    ],
  },
  {
    name: "params-refused",
    says: "What the target would refuse or does not know is dropped or clamped.",
    drafts: [
      header({
        params: {
          maxTokens: 1000,
          temperature: 9,
          toolChoice: { tool: "none such" },
          thinking: { mode: "enabled", budget: 2048 },
          extra: "not json",
        },
      }),
      user("hi"),
    ],
  },
  {
    name: "params-default",
    says: "No header: the target's model and what it demands.",
    drafts: [user("hi")],
  },
  {
    name: "model-of-the-maker",
    says: "No header names a model of this dialect: the newest maker of its api does.",
    drafts: [
      user("hi"),
      agent("hello"),
      agent("me too", { maker: { provider: "openai", api: "chat", model: "gpt-x" } }),
      user("go on"),
    ],
  },
  {
    name: "extra",
    says: "Extra parameters stand verbatim on the header's own dialect only.",
    drafts: [
      header({ params: { maxTokens: 10, extra: '{"metadata": {"n":12345678901234567890}}' } }),
      user("hi"),
    ],
  },
  {
    name: "principal",
    says: "Whom the request acts for stands at the end of the system area, made from the header in force.",
    drafts: [
      header({ system: "be brief", principal }),
      user("hi"),
      header({
        reason: "resume",
        system: "be brief",
        principal: { ...principal, account: "other", mode: "borrowed", drift: "account differs" },
      }),
      user("go on"),
    ],
  },
  {
    name: "principal-alone",
    says: "Without a system text the principal is all of the system area; unchanged facts give unchanged bytes.",
    drafts: [
      header({ principal }),
      user("hi"),
      agent("hello"),
      header({ reason: "resume", principal }),
      user("go on"),
    ],
  },
  {
    name: "cache-marks",
    says: "Marks are made where the provider may reuse what it has read.",
    drafts: [
      header({ system: "be brief" }),
      user("hi"),
      agent([call("a")]),
      result("a", "ok"),
      notice("done"),
      user("go on"),
    ],
    policy: { cacheMarks: true },
  },
]
