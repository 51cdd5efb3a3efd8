import { listOf } from "#lib/record/json.ts"
import { type Body, under } from "../body.ts"
import { type Hit, hitCall, hitMessage, type Rule } from "../rule.ts"
import { sift } from "../sift.ts"
import { repeatedCalls, surplusResults, unfitIds, unfitNames } from "./anthropic-pairs.ts"

const on = ({ shape }: Body): boolean => shape === "converse"

const undeclared = (body: Body): readonly Hit[] => {
  if ((listOf(under(body.root, "toolConfig")["tools"]) ?? []).length > 0) return []
  const first = body.calls[0] ?? body.results[0]
  return first === undefined ? [] : [hitCall(first.message, first.part, { missing: "toolConfig" })]
}

const emptyErrors = (body: Body): readonly Hit[] =>
  sift(body.results, ({ message, part }) =>
    part.isError && part.content.length === 0 ? hitCall(message, part) : undefined,
  )

const alternation = (body: Body): readonly Hit[] =>
  sift(body.messages, (message, index) => {
    const before = body.messages[index - 1]
    const isWrong = before === undefined ? message.voice !== "user" : before.voice === message.voice
    return isWrong ? hitMessage(message) : undefined
  })

const base = { confidence: "B", effect: "reject", scope: "S", on } as const

/** Bedrock Converse (`wire-rules.md` section 9). */
export const bedrock: readonly Rule[] = [
  {
    ...base,
    id: "bedrock/tool-config",
    meaning: "History holds calls or results, and no tool is declared.",
    fix: "Declare the tools that history uses in `toolConfig`, even for a summary or a side chat.",
    source: "public reports",
    check: undeclared,
  },
  {
    ...base,
    id: "bedrock/result-count",
    meaning: "There are more results than the turn before has calls.",
    fix: "Leave out results without a call.",
    source: "public reports",
    check: surplusResults,
  },
  {
    ...base,
    id: "bedrock/dup-ids",
    meaning: "Two calls of one message have one id.",
    fix: "Rewrite the later id, on its call and its result alike.",
    source: "public reports",
    check: repeatedCalls("message"),
  },
  {
    ...base,
    id: "bedrock/error-result-content",
    confidence: "C",
    meaning: "A result that says that its call failed has no content.",
    fix: "Say in a line of text that there was no output.",
    source: "a public report",
    check: emptyErrors,
  },
  {
    ...base,
    id: "bedrock/tool-use-id",
    confidence: "A",
    meaning: "An id is not of 1 to 64 letters, digits and `_.:-`.",
    fix: "Rewrite it by a map that keeps ids apart, on the call and its result alike.",
    source: "provider documentation",
    check: unfitIds((id) => /^[a-zA-Z0-9_.:-]{1,64}$/.test(id)),
  },
  {
    ...base,
    id: "bedrock/name-64",
    confidence: "A",
    meaning: "A tool's name is not of 1 to 64 letters, digits, `_` or `-`.",
    fix: "Rename it by a map that keeps names apart, in declarations and history alike.",
    source: "provider documentation",
    check: unfitNames((name) => /^[a-zA-Z0-9_-]{1,64}$/.test(name), "everywhere"),
  },
  {
    ...base,
    id: "bedrock/roles",
    confidence: "X",
    meaning: "Roles do not alternate, or the first message is not a user's.",
    fix: "Merge neighbours, and begin with a user's message.",
    source: "unverified",
    check: alternation,
  },
]
