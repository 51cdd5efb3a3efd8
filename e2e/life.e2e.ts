import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { type IncomingMessage, request } from "node:http"
import { join } from "node:path"
import { crossing } from "#lib/cli/testing/run.ts"
import type { App } from "./app.ts"
import { ask, held } from "./ask.ts"
import { expect, test } from "./fixture.ts"
import { claudeCode, everyday } from "./transcript.ts"

/** Starting, stopping, being killed, and sharing a store. */

const send = async ({ url }: App): Promise<void> => {
  const answer = await ask(`${url}/v1/import`, { method: "POST", body: everyday().bytes })
  expect(answer.status, answer.text).toBe(200)
}

const count = async ({ url }: App): Promise<number> => (await held(url)).length

/** The embedded server of a data folder; undefined where none runs. */
const serverPid = (data: string): string | undefined => {
  const file = join(data, "pg", "postmaster.pid")
  return existsSync(file) ? readFileSync(file, "utf8").split("\n")[0] : undefined
}

const within = async (milliseconds: number, work: Promise<unknown>): Promise<void> => {
  const began = Date.now()
  await work
  expect(Date.now() - began).toBeLessThan(milliseconds)
}

test("two processes share one store, and the last one out stops its server", async ({ data, start }) => {
  const first = await start({ data })
  const second = await start({ data })
  await send(first)
  await send(second)
  expect([await count(first), await count(second)]).toEqual([2, 2])
  expect(await first.end()).toBe(0)
  expect(serverPid(data)).toBeDefined()
  expect(await count(second)).toBe(2)
  expect(await second.end()).toBe(0)
  expect(serverPid(data)).toBeUndefined()
})

test("the command line works on the store while the app does", async ({ data, start }) => {
  const app = await start({ data })
  await send(app)
  const environment = { CROSSING_DATA: data, DATABASE_URL: "" }
  const { stdout } = await crossing(["export", "--all", "--whole"], { environment })
  expect(stdout).toContain('"kind":"record"')
  expect(await count(app)).toBe(1)
  await app.end()
})

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** An upload that has begun and never ends. */
const halfUpload = async ({ url }: App): Promise<void> => {
  const upload = request(`${url}/v1/import`, { method: "POST", headers: { accept: "application/x-ndjson" } })
  upload.on("error", () => undefined) // it is cut off, which is the point
  upload.write(everyday().bytes)
  await pause(500)
}

/** A long answer of which only the beginning is read. */
const halfRead = async ({ url }: App): Promise<void> => {
  const long = claudeCode(randomUUID(), [{ user: "Print it." }, { say: "word ".repeat(6_000_000) }])
  expect((await ask(`${url}/v1/import`, { method: "POST", body: long.bytes })).status).toBe(200)
  const [record] = await held(url)
  const answer = await new Promise<IncomingMessage>((resolve) =>
    request(`${url}/v1/conversations/${record?.id}/log`, resolve)
      .on("error", () => undefined)
      .end(),
  )
  answer.on("error", () => undefined)
  await once(answer, "readable")
}

test("SIGTERM ends it at once, also while an answer is being read and a file is coming in", async ({
  data,
  start,
}) => {
  const app = await start({ data })
  await halfRead(app)
  await halfUpload(app)
  await within(
    4000,
    app.end().then((code) => expect(code).toBe(0)),
  )
  expect(app.said()).not.toMatch(/unhandled|TypeError|at .*\.js:/i)

  const again = await start({ data })
  expect(await count(again), "what was only half there is not kept").toBe(1)
  await again.end()
})

test("killed outright, it leaves its database running; the next start takes it over with what was committed", async ({
  data,
  start,
}) => {
  const app = await start({ data })
  await send(app)
  const pid = serverPid(data)
  await app.end("SIGKILL")
  expect(serverPid(data)).toBe(pid)
  const again = await start({ data })
  expect(serverPid(data)).toBe(pid)
  expect(await count(again)).toBe(1)
  expect(await again.end()).toBe(0)
  expect(serverPid(data)).toBeUndefined()
})
