import { json, type Operation, record } from "./operation.ts"
import { exportQuery, noQuery, secretsQuery } from "./queries.ts"

/** What gives a whole record away: exactly as it is stored, or as a file to hand on. */
export const exportOperations: readonly Operation[] = [
  {
    id: "getLog",
    method: "get",
    at: "/v1/conversations/{id}/log",
    summary:
      "The crossing log, exactly as it is stored, secrets among it: header, objects and entries, one JSON a line.",
    path: record,
    query: noQuery,
    answer: { status: "200", description: "The log.", media: "application/x-ndjson" },
  },
  {
    id: "export",
    method: "get",
    at: "/v1/conversations/{id}/export",
    summary:
      "A file to hand on: a crossing log, Markdown, an HTML page or a case, without the secrets that are found.",
    path: record,
    query: exportQuery,
    answer: {
      status: "200",
      description: "The file.",
      media: "application/octet-stream",
      headers: {
        "x-crossing-omitted-secrets": "How many secrets were left out.",
        "x-crossing-omitted-places": "In how many places.",
      },
    },
  },
  {
    id: "listSecrets",
    method: "get",
    at: "/v1/conversations/{id}/secrets",
    summary: "What looks like a secret in it, masked, where it stands and what is around it.",
    path: record,
    query: secretsQuery,
    answer: { status: "200", description: "The secrets.", media: json, schema: "Secrets" },
  },
]
