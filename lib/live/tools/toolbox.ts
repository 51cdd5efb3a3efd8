import type { Db } from "#db/connect.ts"
import type { BlockOf, ResultContent } from "#lib/record/block.ts"
import { fine, type Outcome, type Problem } from "#lib/record/problem.ts"
import type { StoredObject } from "#lib/record/record.ts"
import { unreachable } from "#lib/unreachable.ts"
import { givenOf } from "./arguments.ts"
import type { ToolConfig } from "./config.ts"
import { capped, contentOf } from "./content.ts"
import { ownTools } from "./own/index.ts"
import type { Act } from "./own/own.ts"
import { type Policy, policyOf } from "./policy.ts"
import { said } from "./said.ts"
import type { Called, CallOptions } from "./send.ts"
import { type ToolServer, toolServer } from "./server.ts"
import { type KnownTool, toolName } from "./tool.ts"

/** What can be called now: our own tools, then those of the servers in the order of the file, each sorted by name. */
export type Offer = {
  readonly tools: readonly KnownTool[]
  /** `tool-server-failed` {server, why}, for each server whose tools are missing. */
  readonly problems: readonly Problem[]
}

/**
 * What became of a call. Contract: only an answer, of the tool or of ours where nothing was run, has a result. A call
 * that was stopped or whose server died has none: it stays unanswered in the record, which is the truth.
 */
export type Ran =
  | {
      readonly outcome: "answered"
      readonly result: BlockOf<"tool-result">
      /** What the result names, to be stored with it. */
      readonly objects: readonly StoredObject[]
      /** What it does to the conversation, which is still to be done; the result says that it was. */
      readonly act?: Act
    }
  | { readonly outcome: "cancelled" }
  | { readonly outcome: "died"; readonly server: string; readonly why: string }

export type RunOptions = CallOptions & {
  /** What a person said when asked about this call; absent where nobody was asked. */
  readonly verdict?: { readonly allowed: boolean; readonly by: string }
}

export type Toolbox = {
  /** Reaches servers where that is needed. A list that a server has said to have changed is read anew. */
  readonly tools: () => Promise<Offer>
  /** The tool that a call names, of any offer so far; undefined where there is none. */
  readonly find: (name: string) => KnownTool | undefined
  /** What is to be done before a call of that name runs: nothing, ask a person, or let it be denied. */
  readonly policy: (name: string) => Policy
  /**
   * Runs one call. Contract: nothing runs that its policy denies, or that it wants asked for and nobody allowed. All
   * that can go wrong with a tool is in what it gives; it throws only where the store does.
   */
  readonly runTool: (call: BlockOf<"tool-call">, options: RunOptions) => Promise<Ran>
  /** Ends every server's process and session. */
  readonly close: () => Promise<void>
}

export type ToolboxOptions = {
  readonly config: ToolConfig
  readonly db: Db
  readonly environment?: { readonly [name: string]: string | undefined }
  /** Milliseconds for which a server that could not be reached is left alone. */
  readonly rest?: number
}

type Call = BlockOf<"tool-call">

const resultOf = (
  { callId, name }: Call,
  content: readonly ResultContent[],
  isError: boolean,
): BlockOf<"tool-result"> => ({ kind: "tool-result", callId, name, isError, content })

/** An error result of our own words. */
export const told = (call: Call, words: string): Extract<Ran, { readonly outcome: "answered" }> => ({
  outcome: "answered",
  result: resultOf(call, [{ kind: "text", text: words }], true),
  objects: [],
})

/** Why a call may not run; undefined where it may. */
const denial = (
  name: string,
  { policies }: ToolConfig,
  verdict: RunOptions["verdict"],
): string | undefined => {
  const policy = policyOf(name, policies)
  if (policy === "deny") return said.deniedByPolicy
  if (verdict?.allowed === false) return said.deniedBy(verdict.by)
  return policy === "ask" && verdict === undefined ? said.notAsked : undefined
}

const ranOf = (
  call: Call,
  server: string,
  called: Called,
  { maxToolChars, timeoutSeconds }: ToolConfig,
): Ran => {
  switch (called.how) {
    case "answered": {
      const { content, objects } = contentOf(called.answer)
      const kept = maxToolChars === undefined ? content : capped(content, maxToolChars)
      return { outcome: "answered", result: resultOf(call, kept, called.answer.isError), objects }
    }
    case "refused":
      return told(call, said.refused(called.why))
    case "down":
      return told(call, said.down(server, called.why))
    case "late":
      return told(call, said.late(timeoutSeconds))
    case "cancelled":
      return { outcome: "cancelled" }
    case "died":
      return { outcome: "died", server, why: called.why }
    default:
      return unreachable(called)
  }
}

const knownTools = async (server: ToolServer): Promise<Outcome<readonly KnownTool[]>> => {
  const found = await server.list()
  if (!found.ok) return found
  return fine(
    found.value.map(({ name, hints, ...rest }) => ({
      declared: { name: toolName(server.name, name), ...rest },
      from: { kind: "server", server: server.name, tool: name },
      hints,
    })),
  )
}

const runOwn = async (db: Db, call: Call, tool: KnownTool, given: unknown, most?: number): Promise<Ran> => {
  const own = ownTools.find(({ declared }) => declared.name === tool.declared.name)
  if (own === undefined) return told(call, said.noTool(call.name))
  const { text, isError, act } = await own.run(db, given)
  const content: readonly ResultContent[] = [{ kind: "text", text }]
  const kept = most === undefined ? content : capped(content, most)
  const result = resultOf(call, kept, isError)
  return { outcome: "answered", result, objects: [], ...(act === undefined ? {} : { act }) }
}

/** Nothing to call: whoever is asked with it is offered no tool, and a call that it makes all the same runs nothing. */
export const noTools: Toolbox = {
  tools: () => Promise.resolve({ tools: [], problems: [] }),
  find: () => undefined,
  policy: () => "deny",
  runTool: (call) => Promise.resolve(told(call, said.noTool(call.name))),
  close: () => Promise.resolve(),
}

/** The tools of a configuration. No server is reached before its tools are asked for. */
export const openToolbox = ({ config, db, ...options }: ToolboxOptions): Toolbox => {
  const patience = config.timeoutSeconds * 1000
  const servers = new Map(
    config.servers.map((server) => [server.name, toolServer({ ...options, config: server, patience })]),
  )
  const known = new Map<string, KnownTool>(ownTools.map((tool) => [tool.declared.name, tool]))

  const tools = async (): Promise<Offer> => {
    const found = await Promise.all([...servers.values()].map(knownTools))
    const offered = [...ownTools, ...found.flatMap((list) => (list.ok ? list.value : []))]
    for (const tool of offered) known.set(tool.declared.name, tool)
    return { tools: offered, problems: found.flatMap((list) => (list.ok ? [] : [list.problem])) }
  }

  const find: Toolbox["find"] = (name) => known.get(name)
  const policy: Toolbox["policy"] = (name) => policyOf(name, config.policies)

  const runTool: Toolbox["runTool"] = async (call, { verdict, ...running }) => {
    const tool = find(call.name)
    if (tool === undefined) return told(call, said.noTool(call.name))
    const denied = denial(call.name, config, verdict)
    if (denied !== undefined) return told(call, denied)
    const given = givenOf(call)
    if (!given.ok) return told(call, given.why)
    if (running.signal.aborted) return { outcome: "cancelled" }
    if (tool.from.kind === "own") return runOwn(db, call, tool, given.value, config.maxToolChars)
    const server = servers.get(tool.from.server)
    if (server === undefined) return told(call, said.noTool(call.name))
    const called = await server.call({ tool: tool.from.tool, given: given.value }, running)
    return ranOf(call, server.name, called, config)
  }

  const close = async (): Promise<void> => {
    await Promise.all([...servers.values()].map((server) => server.close()))
  }

  return { tools, find, policy, runTool, close }
}
