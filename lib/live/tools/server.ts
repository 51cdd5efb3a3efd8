import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { type ListedTool, listed, toolPage } from "./answer.ts"
import { type Connection, starting } from "./connection.ts"
import { type ReachOptions, reacher } from "./reach.ts"
import { type Called, type CallOptions, type ServerCall, send } from "./send.ts"

/**
 * A tool server of the configuration. It is reached when it is first asked for something, and again when it is asked
 * after it was lost. A call is never sent twice, unless it is certain that it did not arrive.
 */
export type ToolServer = {
  readonly name: string
  /** All its tools, of every page, sorted by name. Problem `tool-server-failed` {server, why}. */
  readonly list: () => Promise<Outcome<readonly ListedTool[]>>
  readonly call: (call: ServerCall, options: CallOptions) => Promise<Called>
  /** Ends its process or session; what is asked of it afterwards is refused. */
  readonly close: () => Promise<void>
}

const mostPages = 100 // a server that gives a next page for ever is listened to no longer

const listAll = async ({ client }: Connection): Promise<readonly ListedTool[]> => {
  if (client.getServerCapabilities()?.tools === undefined) return []
  const tools = new Map<string, ListedTool>()
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor }
    const found = await client.request({ method: "tools/list", params }, toolPage, { timeout: starting })
    for (const tool of found.tools.map(listed))
      if (tool !== undefined && !tools.has(tool.name)) tools.set(tool.name, tool)
    cursor = found.nextCursor
    if (cursor === undefined) break
  }
  return [...tools.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** What a promise gives, or undefined as soon as a signal fires. */
const unless = <Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value | undefined> =>
  new Promise((resolve, reject) => {
    const give = (): void => resolve(undefined)
    if (signal.aborted) give()
    signal.addEventListener("abort", give, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", give))
  })

export type ServerOptions = Omit<ReachOptions, "onToolsChanged"> & {
  /** Milliseconds that a tool may be silent. */
  readonly patience: number
}

export const toolServer = ({ patience, ...options }: ServerOptions): ToolServer => {
  const { name } = options.config
  let listing: { readonly of: Connection; readonly tools: Promise<readonly ListedTool[]> } | undefined
  const onToolsChanged = (): void => {
    listing = undefined
  }
  const { reach, close } = reacher({ ...options, onToolsChanged })

  const list: ToolServer["list"] = async () => {
    const reached = await reach()
    if (!reached.ok) return reached
    const of = reached.value
    if (listing?.of !== of) listing = { of, tools: listAll(of) }
    try {
      return fine(await listing.tools)
    } catch (error) {
      listing = undefined
      return refused("tool-server-failed", { server: name, why: of.why(error) })
    }
  }

  const call: ToolServer["call"] = async (asked, { signal, ...more }) => {
    for (let attempt = 1; ; attempt += 1) {
      const reached = await unless(signal, reach())
      if (reached === undefined || signal.aborted) return { how: "cancelled" }
      if (!reached.ok) return { how: "down", why: String(reached.problem.facts["why"]) }
      const called = await send(reached.value, asked, { signal, ...more, patience })
      if (called !== "never-arrived") return called
      const why = reached.value.why()
      await reached.value.drop()
      if (attempt === 2) return { how: "down", why }
    }
  }

  return { name, list, call, close }
}
