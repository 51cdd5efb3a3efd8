import { z } from "zod"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"

/** Asking a running server; ACCESS_TOKEN goes along as a bearer, where it is set. */

const refusal = z.object({
  error: z.object({
    id: z.string(),
    message: z.string(),
    facts: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
})

const base = z.url({ protocol: /^https?$/ })

const bearer = (): { readonly authorization?: string } => {
  const token = process.env.ACCESS_TOKEN?.trim() ?? ""
  return token === "" ? {} : { authorization: `Bearer ${token}` }
}

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined
  if (typeof cause === "object" && cause !== null && "code" in cause) return String(cause.code)
  return error instanceof Error ? error.message : String(error)
}

const problemOf = async (response: Response): Promise<Outcome<never>> => {
  const parsed = refusal.safeParse(await response.json().catch(() => undefined))
  return parsed.success
    ? refused(parsed.data.error.id, parsed.data.error.facts)
    : refused("server-answer-unknown", { url: response.url, status: response.status })
}

export type Request = {
  readonly method?: "GET" | "POST" | "DELETE"
  readonly headers?: { readonly [name: string]: string }
  readonly body?: ReadableStream<Uint8Array>
  /** A small body, in place of a streamed one. */
  readonly json?: unknown
}

/**
 * One question to the server at `url`. Problems: the server's own, `url-invalid` {url}, `server-unreachable` {url, why},
 * `server-answer-unknown` {url, status}.
 */
export const ask = async (url: string, path: string, request: Request = {}): Promise<Outcome<Response>> => {
  const address = base.safeParse(url)
  if (!address.success) return refused("url-invalid", { url })
  const streamed = request.body === undefined ? {} : { body: request.body, duplex: "half" } // fetch demands it for a streamed body
  const small = request.json === undefined ? {} : { body: JSON.stringify(request.json) }
  try {
    const response = await fetch(new URL(path, address.data), {
      method: request.method ?? "GET",
      headers: { accept: "application/json", ...request.headers, ...bearer() },
      redirect: "error", // a bearer goes to the named server only
      ...streamed,
      ...small,
    })
    return response.ok ? fine(response) : problemOf(response)
  } catch (error) {
    return refused("server-unreachable", { url, why: reasonOf(error) })
  }
}
