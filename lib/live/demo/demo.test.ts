import { expect, test } from "vitest"
import { demo } from "./demo.ts"

const body = Buffer.from(JSON.stringify({ messages: [{ role: "user", content: "Go on." }] }))

test("the demo says nothing where it was stopped before it began", async () => {
  const answer = await demo.exchange(body, { signal: AbortSignal.abort() })
  expect(answer).toMatchObject({ failure: { kind: "stopped" }, blocks: [] })
})

test("the demo keeps what it had said where it is stopped", async () => {
  const stop = new AbortController()
  const answer = await demo.exchange(body, { signal: stop.signal, onDelta: () => stop.abort() })
  expect(answer.failure?.kind).toBe("stopped")
  expect(answer.blocks.length).toBeGreaterThan(0)
})
