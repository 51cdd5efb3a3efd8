import { z } from "zod"
import { json, type Operation, record } from "./operation.ts"
import { noQuery, summaryBody } from "./queries.ts"

/** What `/v1` can be asked of summaries that a model writes for a compaction. */
export const summaryOperations: readonly Operation[] = [
  {
    id: "askSummary",
    method: "post",
    at: "/v1/conversations/{id}/summaries",
    summary:
      "Has a model write a summary of all but the newest messages, in a conversation of its own that can be followed and stopped like any other.",
    path: record,
    query: noQuery,
    body: { media: json, required: true, schema: summaryBody },
    answer: {
      status: "202",
      description: "Where it is written, and what its writer was given.",
      media: json,
      schema: "SummaryAsked",
    },
  },
  {
    id: "getSummary",
    method: "get",
    at: "/v1/conversations/{id}/summaries/{conversation}",
    summary: "How it stands with a summary: it is written, it failed, or it is still being written.",
    path: record.extend({ conversation: z.string().describe("The conversation it is written in.") }),
    query: noQuery,
    answer: { status: "200", description: "What became of it.", media: json, schema: "SummaryState" },
  },
]
