import { expect, test } from "vitest"
import { cutFor } from "#lib/plan/compaction.ts"
import { promptLines, summaryPrompt } from "#lib/plan/summary-prompt.ts"
import { agent, call, compaction, failure, record, text, tools, user } from "#lib/record/build.ts"
import { answerTo } from "./script.ts"
import { summaryOf } from "./summary.ts"

const { entries } = record(
  user("build the shed"),
  agent([text("I look"), call("c1", "bash"), call("c2", "bash")]),
  tools(failure("c1", "no such plank")),
  agent("The shed stands."),
)

const promptOf = (of: typeof entries): string => {
  const cut = cutFor(of, 0)
  if (!cut.ok) throw new Error(cut.problem.id)
  return summaryPrompt(of, cut.value, () => []).text
}

test("the demo's summary counts and quotes what it was sent, and says that it is a script's", () => {
  expect(summaryOf(promptLines(promptOf(entries)) ?? [])).toBe(
    [
      "This summary is the demo’s: a script put it together from 4 lines, and understood none of them.",
      "- The user began with: “build the shed”",
      "- The user spoke 1 time, the agent 2 times.",
      "- Tools were called: bash 2; 1 error came of it.",
      "- The agent’s last line: “The shed stands.”",
    ].join("\n"),
  )
})

test("an older summary is handed on", () => {
  const older = record(
    user("1"),
    agent("2"),
    user("3"),
    compaction("They greeted each other.", [1, 2]),
  ).entries
  expect(summaryOf(promptLines(promptOf(older)) ?? [])).toContain(
    "An older summary said: “They greeted each other.”",
  )
})

test("it answers a summary prompt without thinking or a search", () => {
  const messages = [{ role: "user", content: promptOf(entries) }]
  expect(answerTo(JSON.stringify({ messages })).map(({ kind }) => kind)).toEqual(["text"])
})
