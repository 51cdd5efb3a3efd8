import { fine, type Outcome, refused } from "#lib/record/problem.ts"

/** How long an answer may take, all of it, and how large it may be. */
export type Limits = { readonly milliseconds: number; readonly bytes: number }

export type Answer = { readonly url: string; readonly status: number; readonly text: string }

/** In words that hold nothing of the request: an error's own message may repeat a header. */
const whyOf = (error: unknown, { milliseconds }: Limits): string => {
  if (!(error instanceof Error)) return "unknown"
  if (error.name === "TimeoutError") return `no answer within ${milliseconds / 1000} seconds`
  const { cause } = error
  return cause instanceof Error && "code" in cause ? String(cause.code) : error.name
}

/** The text of a body; undefined where it is larger than `bytes`, which then is read no further. */
const textOf = async (body: Response["body"], bytes: number): Promise<string | undefined> => {
  const decoder = new TextDecoder()
  let text = ""
  let read = 0
  for await (const chunk of body ?? []) {
    read += chunk.byteLength
    if (read > bytes) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * Asks a provider for something small. A redirect is not followed, since it would carry the key elsewhere: it is an
 * answer of its status. Problems: `models-unreachable` {url, why}, `models-unreadable` where the answer is too large.
 */
export const ask = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  limits: Limits,
): Promise<Outcome<Answer>> => {
  try {
    const answer = await fetch(url, {
      headers,
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(limits.milliseconds),
    })
    const text = await textOf(answer.body, limits.bytes)
    return text === undefined
      ? refused("models-unreadable", { url, why: `it is larger than ${limits.bytes} bytes` })
      : fine({ url, status: answer.status, text })
  } catch (error) {
    return refused("models-unreachable", { url, why: whyOf(error, limits) })
  }
}
