import { request } from "node:http"
import { z } from "zod"

/** An answer, read whole. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly bytes: Buffer
  readonly text: string
}

export type Asking = {
  readonly method?: string
  /** Any header, also those that a browser or `fetch` keeps to itself, such as Host and Origin. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Iterable<Uint8Array> | AsyncIterable<Uint8Array> | Uint8Array
}

const pieces = (body: Asking["body"]): Iterable<Uint8Array> | AsyncIterable<Uint8Array> =>
  body === undefined ? [] : body instanceof Uint8Array ? [body] : body

/** Asks the app as a program would. A server that refuses early may close before all is sent: its answer counts. */
export const ask = (url: string, { method = "GET", headers = {}, body }: Asking = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on("data", (chunk: Buffer) => chunks.push(chunk))
      answer.once("error", reject)
      answer.once("end", () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString() })
        sent.destroy()
      })
    })
    let ended = false
    let wake = (): void => undefined
    for (const event of ["response", "close", "drain"] as const)
      sent.on(event, () => {
        ended ||= event !== "drain"
        wake()
      })
    sent.once("error", (error) => {
      if (!ended) reject(error)
    })
    const write = async (): Promise<void> => {
      for await (const piece of pieces(body)) {
        if (ended) return
        if (!sent.write(piece)) await new Promise<void>((resume) => (wake = resume))
      }
      sent.end()
    }
    void write()
  })

const conversations = z.object({ conversations: z.array(z.object({ id: z.string(), head: z.int() })) })

/** The records that an app's store holds, newest first. */
export const held = async (url: string): Promise<z.infer<typeof conversations>["conversations"]> =>
  conversations.parse(JSON.parse((await ask(`${url}/v1/conversations?limit=200`)).text)).conversations
