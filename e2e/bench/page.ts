import { rmSync } from "node:fs"
import { type Browser, chromium, type Page } from "@playwright/test"
import { z } from "zod"
import { type App, startApp, temporary } from "../app.ts"
import { ask, held } from "../ask.ts"
import { launchOptions } from "../browser.ts"
import build from "../build.ts"
import { claudeCodeTurns } from "./claude-code.ts"
import type { Row } from "./measure.ts"

const blocks = 20_000
const seed = 4

/** The blocks that a line becomes: a result's text is a block too, within the result. */
const blocksIn = (line: string): number => {
  if (line.includes('"type":"tool_result"')) return 2
  return line.includes('"message":{') || line.includes('"type":"attachment"') ? 1 : 0
}

/** The lines of a session of exactly so many blocks. */
function* sessionOf(count: number): Generator<Buffer> {
  let left = count
  for (const turn of claudeCodeTurns(seed))
    for (const line of turn) {
      const more = blocksIn(line)
      if (more > left) continue
      yield Buffer.from(`${line}\n`)
      left -= more
      if (left === 0) return
    }
}

const stored = z.object({ blocks: z.int(), counts: z.object({ made: z.int() }).nullable() })

/** Waits until the record is counted: what its page shows first is kept then, as after every import. */
const counted = async (app: App, id: string): Promise<z.infer<typeof stored>> => {
  for (let times = 0; times < 600; times++) {
    const answer = await ask(`${app.url}/v1/conversations/${encodeURIComponent(id)}`)
    const known = stored.parse(JSON.parse(answer.text))
    if (known.counts !== null) return known
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error("The session was not counted.")
}

const store = async (app: App): Promise<string> => {
  const answer = await ask(`${app.url}/v1/import`, {
    method: "POST",
    headers: { "x-file-name": "long.jsonl" },
    body: sessionOf(blocks),
  })
  const [record] = await held(app.url)
  if (answer.status !== 200 || record === undefined)
    throw new Error(`The session was not imported: ${answer.text}`)
  const known = await counted(app, record.id)
  if (known.blocks !== blocks) throw new Error(`The session has ${known.blocks} blocks, not ${blocks}.`)
  return record.id
}

/** The first words of the session, which no row shows before its text is there. */
const firstWords = (): string => {
  const [turn = []] = claudeCodeTurns(seed)
  const [, words = ""] = /"content":"([^"\\]{20,60})/.exec(turn.join("\n")) ?? []
  return words
}

/** Milliseconds from the request to rows with their text, on a server that has shown pages but has not read this record. */
const firstRows = async (page: Page, app: App, id: string): Promise<number> => {
  const words = firstWords()
  for (const path of ["/", "/r/nobody"]) await page.goto(app.url + path)
  const began = performance.now()
  await page.goto(`${app.url}/r/${encodeURIComponent(id)}`, { waitUntil: "commit" })
  await page.locator("li[aria-setsize]", { hasText: words }).first().waitFor()
  return performance.now() - began
}

type Scrolled = {
  readonly nodes: number
  readonly task: number
  readonly reached: number
  readonly setSize: number
}

/** From the first row to the last in some 600 frames: most elements at any moment, longest task, and how far it came. */
const scroll = (page: Page): Promise<Scrolled> =>
  page.evaluate(async () => {
    const scroller = document.querySelector("li[aria-setsize]")?.closest("section")
    if (scroller === null || scroller === undefined) throw new Error("There is nothing to scroll.")
    let task = 0
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) task = Math.max(task, duration)
    })
    observer.observe({ type: "longtask" })
    let nodes = 0
    let reached = 0
    let setSize = 0
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const look = (): void => {
      nodes = Math.max(nodes, document.querySelectorAll("*").length)
      const last = [...document.querySelectorAll("li[aria-setsize]")].at(-1)
      reached = Math.max(reached, Number(last?.getAttribute("aria-posinset")))
      setSize = Number(last?.getAttribute("aria-setsize"))
    }
    for (let step = 0; step <= 600; step++) {
      scroller.scrollTop = ((scroller.scrollHeight - scroller.clientHeight) * step) / 600
      await frame()
      if (step % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 300)) // a reader stops, and rows come in
      look()
    }
    for (let times = 0; times < 20 && reached < setSize; times++) {
      scroller.scrollTop = scroller.scrollHeight // the end moves away while rows are measured
      await new Promise((resolve) => setTimeout(resolve, 100))
      look()
    }
    for (const { duration } of observer.takeRecords()) task = Math.max(task, duration)
    return { nodes, task, reached, setSize }
  })

const measure = async (app: App, browser: Browser, id: string): Promise<readonly Row[]> => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript("globalThis.__name = (of) => of") // tsx names functions with a helper that the page lacks
  const first = await firstRows(page, app, id)
  await page.waitForTimeout(1000)
  const { nodes, task, reached, setSize } = await scroll(page)
  if (reached !== setSize || setSize < blocks)
    throw new Error(`Scrolling came to row ${reached} of ${setSize}.`)
  const note = `${blocks} stored blocks, ${setSize} rows`
  return [
    { name: "page-first-rows", value: first, unit: "ms", limit: 1500, note },
    { name: "page-nodes", value: nodes, unit: "", limit: 2500, note },
    {
      name: "page-longest-task",
      value: task,
      unit: "ms",
      limit: 200,
      note: "scrolling from the first row to the last",
    },
  ]
}

/** The record page of the built app in a real browser, with a session of 20,000 blocks. */
export const pageRows = async (): Promise<readonly Row[]> => {
  await build()
  const data = temporary()
  const before = await startApp({ data })
  const id = await store(before)
  await before.end()
  const app = await startApp({ data }) // nothing of the record is in its memory, only in its store
  const browser = await chromium.launch(launchOptions())
  try {
    return await measure(app, browser, id)
  } finally {
    await browser.close()
    await app.close()
    rmSync(data, { recursive: true, force: true })
  }
}
