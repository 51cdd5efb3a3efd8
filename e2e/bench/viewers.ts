import { once } from "node:events"
import { rmSync, writeFileSync } from "node:fs"
import { createServer, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { createParser } from "eventsource-parser"
import { z } from "zod"
import { type App, startApp, temporary } from "../app.ts"
import { ask } from "../ask.ts"
import build from "../build.ts"
import type { Row } from "./measure.ts"

const viewers = 50
const words = 400
const pace = 20 // milliseconds between two deltas, as a quick model writes

/** A provider of the chat dialect that says numbered words, and when each of them left. */
const provider = async (): Promise<{
  readonly server: Server
  readonly url: string
  readonly left: number[]
}> => {
  const left: number[] = []
  const frame = (delta: object, finish: string | null): string =>
    `data: ${JSON.stringify({ id: "r1", model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  const server = createServer(async (asked, answer) => {
    asked.resume()
    await once(asked, "end")
    answer.writeHead(200, { "content-type": "text/event-stream" })
    for (let n = 0; n < words; n++) {
      await pause(pace)
      left[n] = performance.now()
      answer.write(frame({ content: `w${n} ` }, null))
    }
    answer.end(`${frame({}, "stop")}data: [DONE]\n\n`)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo // it listens on a port
  return { server, url: `http://127.0.0.1:${port}/v1/chat/completions`, left }
}

const delta = z.object({ text: z.string() })

/** One viewer: when each word came to it, in the order in which they came. */
type Viewer = { readonly came: (readonly [word: string, at: number])[]; readonly done: Promise<void> }

const view = (app: App, id: string): Viewer => {
  const came: (readonly [string, number])[] = []
  const done = new Promise<void>((resolve, reject) => {
    const sent = request(`${app.url}/v1/conversations/${id}/events`, { agent: false }, (answer) => {
      const parser = createParser({
        onEvent: ({ event, data }) => {
          if (event === "assistant_message")
            came.push([delta.parse(JSON.parse(data)).text, performance.now()])
          if (event !== "turn" || !data.includes('"phase":"end"')) return
          sent.destroy()
          resolve()
        },
      })
      answer.setEncoding("utf8")
      answer.on("data", (text: string) => parser.feed(text))
      answer.on("error", () => undefined) // its own end
    })
    sent.once("error", reject)
    sent.end()
  })
  return { came, done }
}

/** How long each word was on its way to a viewer, in milliseconds. Throws where one is missing, twice there or out of order. */
const waits = ({ came }: Viewer, left: readonly number[]): readonly number[] => {
  const said = came.map(([word]) => word).join("")
  if (said !== left.map((_, n) => `w${n} `).join("")) throw new Error(`A viewer saw ${said.slice(0, 200)} …`)
  return came.map(([word, at]) => at - (left[Number(word.slice(1))] ?? Number.NaN))
}

const quantile = (of: readonly number[], part: number): number =>
  of.toSorted((a, b) => a - b)[Math.ceil(of.length * part) - 1] ?? Number.NaN

const made = z.object({ id: z.string() })

/** One conversation that answers, with viewers on two processes of the app over one store. */
const look = async (apps: readonly [App, App], left: readonly number[]): Promise<readonly number[]> => {
  const [first, second] = apps
  const { id } = made.parse(JSON.parse((await ask(`${first.url}/v1/conversations`, { method: "POST" })).text))
  const all = Array.from({ length: viewers }, (_, n) => view(n % 2 === 0 ? first : second, id))
  await pause(1_000) // all are connected
  const said = await ask(`${first.url}/v1/conversations/${id}/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ text: "Count.", to: { target: "bench" } })),
  })
  if (said.status !== 202) throw new Error(`It could not be said: ${said.text}`)
  await Promise.all(all.map(({ done }) => done))
  return all.flatMap((viewer) => waits(viewer, left))
}

/** From a provider's word to the viewer, for every word and every one of 50 viewers on two processes. */
export const viewersRow = async (): Promise<Row> => {
  await build()
  const data = temporary()
  const { server, url, left } = await provider()
  const file = join(data, "targets.json")
  writeFileSync(file, JSON.stringify({ bench: { like: "openai-compatible", label: "Bench", url } }))
  const environment = { CROSSING_TARGETS: file }
  const first = await startApp({ data, environment })
  const second = await startApp({ data, environment })
  try {
    const all = await look([first, second], left)
    return {
      name: "viewers-p95",
      value: quantile(all, 0.95),
      unit: "ms",
      limit: 250,
      note: `${viewers} viewers on 2 processes, ${words} deltas, median ${quantile(all, 0.5).toFixed(0)} ms, longest ${quantile(all, 1).toFixed(0)} ms`,
    }
  } finally {
    await second.close()
    await first.close()
    server.close()
    rmSync(data, { recursive: true, force: true })
  }
}
