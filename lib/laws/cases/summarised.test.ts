import { expect, it } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
import { errorsOf } from "#lib/lint/of-projection.ts"
import { cutFor } from "#lib/plan/compaction.ts"
import { promptLines, summaryPrompt } from "#lib/plan/summary-prompt.ts"
import { project } from "#lib/project.ts"
import { agent, call, type Draft, failure, header, record, result, tools, user } from "#lib/record/build.ts"

/** What failed where a summary was asked for, by its number in `cases.md`. */

const promptOf = (drafts: readonly Draft[], preserve: number): string => {
  const { entries } = record(...drafts)
  const cut = cutFor(entries, preserve)
  return cut.ok ? summaryPrompt(entries, cut.value, () => []).text : ""
}

/** The summariser's own request about a record, held against the rules of every target; what they find. */
const faultsOf = (drafts: readonly Draft[], preserve: number): readonly string[] => {
  const speaker = { kind: "context", name: "summary-prompt", label: "as-sent" } as const
  const blocks = [{ kind: "text" as const, text: promptOf(drafts, preserve) }]
  const asked = record(header(), { kind: "message", role: "user", speaker, blocks })
  return targets.flatMap((target) =>
    errorsOf(project(asked, target, { objects: () => undefined })).map(({ rule }) => `${target.id} ${rule}`),
  )
}

/** Ids of calls and of results that a prompt shows. */
const shown = (prompt: string) => {
  const text = (promptLines(prompt) ?? []).join("\n")
  const ids = (what: string) => [...text.matchAll(new RegExp(`\\b${what} (\\S+)`, "g"))].map(([, id]) => id)
  return { calls: ids("call"), results: ids("result") }
}

it("4: a call without a result is told of in words, so the request about it breaks no rule", () => {
  const drafts = [user("go"), agent([call("bash_122")]), user("on"), agent("so"), user("more")]
  expect(promptOf(drafts, 1)).toContain("call bash_122 bash")
  expect(faultsOf(drafts, 1)).toEqual([])
})

it("8, 18: no cut puts a call and its result on different sides of the request", () => {
  const round = (id: string): readonly Draft[] => [
    agent([call(id), call(`${id}b`)]),
    tools(failure(`${id}b`)),
    result(id),
  ]
  const drafts = [
    user("go"),
    ...round("c1"),
    agent("so"),
    user("on"),
    ...round("c2"),
    ...round("c3"),
    agent("done"),
  ]
  for (let preserve = 0; preserve < drafts.length; preserve++) {
    const { calls, results } = shown(promptOf(drafts, preserve))
    expect(results.toSorted()).toEqual(calls.toSorted())
    expect(faultsOf(drafts, preserve)).toEqual([])
  }
  expect(shown(promptOf(drafts, 0)).calls).toHaveLength(6)
})

it("104: empty replies at the end are no part of the request, which ends with what is asked", () => {
  const drafts = [user("go"), agent("so"), agent(""), agent(""), user("a reminder")]
  expect(faultsOf(drafts, 0)).toEqual([])
})
