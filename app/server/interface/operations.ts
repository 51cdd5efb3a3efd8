import { z } from "zod"
import type { Component } from "./answers.ts"
import { exportOperations } from "./export-operations.ts"
import {
  applyBody,
  beginBody,
  createBody,
  decideBody,
  eventsQuery,
  importQuery,
  importsQuery,
  listQuery,
  noQuery,
  pageQuery,
  planBody,
  sayBody,
  wireQuery,
} from "./queries.ts"

/** What `/v1` can be asked; the description is made from this table, and a test holds it against the routes that exist. */
export type Operation = {
  readonly id: string
  readonly method: "get" | "post" | "delete"
  readonly at: string
  readonly summary: string
  readonly path: z.ZodObject
  readonly query: z.ZodObject
  readonly headers?: z.ZodObject
  readonly body?: { readonly media: string; readonly required: boolean; readonly schema?: z.ZodType }
  readonly answer: {
    readonly status: string
    readonly description: string
    readonly media: string
    readonly schema?: Component
    readonly headers?: { readonly [name: string]: string }
  }
}

const json = "application/json"
const record = z.object({ id: z.string().describe("A record's id.") })
const request = record.extend({ seq: z.string().describe("The seq of the request's entry.") })

const exact = {
  etag: "The sha256 of the body, in hex, in quotes.",
  "x-content-sha256": "The sha256 of the body, in hex.",
  "content-digest": "The same as RFC 9530 writes it.",
} as const

export const operations: readonly Operation[] = [
  {
    id: "listConversations",
    method: "get",
    at: "/v1/conversations",
    summary: "Lists records, newest first.",
    path: noQuery,
    query: listQuery,
    answer: { status: "200", description: "A page of records.", media: json, schema: "Conversations" },
  },
  {
    id: "createConversation",
    method: "post",
    at: "/v1/conversations",
    summary: "Creates a record without entries.",
    path: noQuery,
    query: noQuery,
    body: { media: json, required: false, schema: createBody },
    answer: {
      status: "201",
      description: "Its id.",
      media: json,
      schema: "Created",
      headers: { location: "The record." },
    },
  },
  {
    id: "getConversation",
    method: "get",
    at: "/v1/conversations/{id}",
    summary: "What is known of a record, its header line included.",
    path: record,
    query: noQuery,
    answer: { status: "200", description: "The record.", media: json, schema: "Conversation" },
  },
  {
    id: "deleteConversation",
    method: "delete",
    at: "/v1/conversations/{id}",
    summary: "Stops its turn and deletes it for good, with what only it names.",
    path: record,
    query: noQuery,
    answer: { status: "200", description: "What went.", media: json, schema: "Deleted" },
  },
  {
    id: "listMessages",
    method: "get",
    at: "/v1/conversations/{id}/messages",
    summary: "Its stored messages, typed and verbatim; a resume uses these, never a projection.",
    path: record,
    query: pageQuery,
    answer: { status: "200", description: "A page of messages.", media: json, schema: "Messages" },
  },
  {
    id: "listEntries",
    method: "get",
    at: "/v1/conversations/{id}/entries",
    summary: "Its entries of every kind, each as its exact JSON text.",
    path: record,
    query: pageQuery,
    answer: { status: "200", description: "A page of entries.", media: json, schema: "Entries" },
  },
  {
    id: "say",
    method: "post",
    at: "/v1/conversations/{id}/messages",
    summary:
      "Says something to a conversation and starts a turn, or waits for the next step of the one that runs.",
    path: record,
    query: noQuery,
    body: { media: json, required: true, schema: sayBody },
    answer: { status: "202", description: "The id under which it waits.", media: json, schema: "Created" },
  },
  {
    id: "stop",
    method: "post",
    at: "/v1/conversations/{id}/stop",
    summary: "Stops the running turn; what had arrived stays.",
    path: record,
    query: noQuery,
    answer: { status: "202", description: "It is told.", media: json, schema: "Done" },
  },
  {
    id: "decide",
    method: "post",
    at: "/v1/conversations/{id}/permissions",
    summary: "Allows or denies a call that was asked for.",
    path: record,
    query: noQuery,
    body: { media: json, required: true, schema: decideBody },
    answer: { status: "200", description: "It is logged.", media: json, schema: "Done" },
  },
  {
    id: "follow",
    method: "get",
    at: "/v1/conversations/{id}/events",
    summary:
      "Entries as they are appended, and deltas of the reply that is being written: assistant_message, reasoning_message, tool_call, tool_return, turn, error, entry.",
    path: record,
    query: eventsQuery,
    headers: z.object({
      "last-event-id": z.string().optional().describe("The id of the last event that was seen."),
    }),
    answer: { status: "200", description: "Server-sent events.", media: "text/event-stream" },
  },
  ...exportOperations,
  {
    id: "getWire",
    method: "get",
    at: "/v1/conversations/{id}/wire",
    summary: "The exact bytes of the request body that crosses to a target.",
    path: record,
    query: wireQuery,
    answer: {
      status: "200",
      description: "The body, byte for byte.",
      media: json,
      headers: {
        ...exact,
        "x-crossing-target": "The target.",
        "x-crossing-model": "The model the body names.",
        "x-crossing-as-of": "The last entry that it rests on.",
        "x-crossing-projector": "The version of the projection's rules.",
      },
    },
  },
  {
    id: "listRequests",
    method: "get",
    at: "/v1/conversations/{id}/requests",
    summary: "Its stored requests, each held against the one before it.",
    path: record,
    query: pageQuery,
    answer: { status: "200", description: "A page of requests.", media: json, schema: "Requests" },
  },
  {
    id: "getRequest",
    method: "get",
    at: "/v1/conversations/{id}/requests/{seq}",
    summary: "A stored request, held against the one before it.",
    path: request,
    query: noQuery,
    answer: { status: "200", description: "The request.", media: json, schema: "Request" },
  },
  {
    id: "getRequestBody",
    method: "get",
    at: "/v1/conversations/{id}/requests/{seq}/body",
    summary: "The exact bytes of a stored request.",
    path: request,
    query: noQuery,
    answer: { status: "200", description: "The body, byte for byte.", media: json, headers: exact },
  },
  {
    id: "verifyRequest",
    method: "get",
    at: "/v1/conversations/{id}/requests/{seq}/verify",
    summary: "Proves a stored request: rebuilds it from the record and compares byte for byte.",
    path: request,
    query: noQuery,
    answer: { status: "200", description: "What became of the proof.", media: json, schema: "Proof" },
  },
  {
    id: "attachCaptures",
    method: "post",
    at: "/v1/conversations/{id}/captures",
    summary:
      "Attaches captured traffic, sent as the raw body: each request that belongs to the record becomes a stored request of it.",
    path: record,
    query: noQuery,
    headers: z.object({
      "x-file-name": z.string().optional().describe("The file's name or path, percent-encoded."),
    }),
    body: { media: "application/octet-stream", required: true },
    answer: { status: "200", description: "What became of each.", media: json, schema: "Attached" },
  },
  {
    id: "plan",
    method: "post",
    at: "/v1/conversations/{id}/plans",
    summary: "Works an act out and writes nothing: what it keeps and drops, and the wire before and after.",
    path: record,
    query: noQuery,
    body: { media: json, required: true, schema: planBody },
    answer: { status: "200", description: "The plan and its effect.", media: json, schema: "Planned" },
  },
  {
    id: "applyPlan",
    method: "post",
    at: "/v1/conversations/{id}/plans/apply",
    summary: "Does what was planned; refused where the record has grown since, or a turn runs.",
    path: record,
    query: noQuery,
    body: { media: json, required: true, schema: applyBody },
    answer: { status: "200", description: "Where it came to stand.", media: json, schema: "Applied" },
  },
  {
    id: "import",
    method: "post",
    at: "/v1/import",
    summary:
      "Imports one transcript, sent as the raw body; ask for application/x-ndjson to be told the progress.",
    path: noQuery,
    query: importQuery,
    headers: z.object({
      "x-file-name": z.string().optional().describe("The file's name or path, percent-encoded."),
    }),
    body: { media: "application/octet-stream", required: true },
    answer: { status: "200", description: "The receipt.", media: json, schema: "Imported" },
  },
  {
    id: "listImports",
    method: "get",
    at: "/v1/imports",
    summary: "Lists imports, newest first.",
    path: noQuery,
    query: importsQuery,
    answer: { status: "200", description: "A page of imports.", media: json, schema: "Imports" },
  },
  {
    id: "beginImport",
    method: "post",
    at: "/v1/imports",
    summary: "Begins an import of several files, which then join it one by one.",
    path: noQuery,
    query: noQuery,
    body: { media: json, required: true, schema: beginBody },
    answer: { status: "201", description: "Its id.", media: json, schema: "Created" },
  },
  {
    id: "getImport",
    method: "get",
    at: "/v1/imports/{id}",
    summary: "The receipt of an import: what became of every line of every file.",
    path: z.object({ id: z.string().describe("An import's id.") }),
    query: noQuery,
    answer: { status: "200", description: "The receipt.", media: json, schema: "Import" },
  },
]
