import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, describe, expect, test } from "vitest"
import { embeddedLink, pool } from "./connect.ts"
import { serverAccount } from "./embedded/account.ts"
import { findNative } from "./embedded/native.ts"
import { leaveServer, startServer } from "./embedded.ts"
import { openDatabase } from "./open.ts"
import { projectRoot } from "./root.ts"
import { must, problemOf } from "./test-store.ts"

const isRoot = process.getuid?.() === 0
const isLinux = process.platform === "linux"

const folders: string[] = []
const children: ChildProcess[] = []

const folder = (mode = 0o755): string => {
  const made = mkdtempSync(join(tmpdir(), "crossing-embedded-"))
  chmodSync(made, mode)
  folders.push(made)
  return made
}

const serverPid = (data: string): number | undefined => {
  const file = join(data, "pg", "postmaster.pid")
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : undefined
}

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL")
  for (const made of folders.splice(0)) {
    const pid = serverPid(join(made, "data"))
    if (pid !== undefined) {
      try {
        process.kill(pid, "SIGQUIT")
      } catch {
        // it is gone already
      }
      await sleep(100)
    }
    rmSync(made, { recursive: true, force: true })
  }
})

type Starter = {
  readonly child: ChildProcess
  readonly next: () => Promise<string>
  readonly end: () => Promise<number | null>
}

const starter = (data: string, mode = "", identity: { uid?: number; gid?: number } = {}): Starter => {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, "test-starter.ts"), data, mode],
    {
      cwd: projectRoot(),
      stdio: ["pipe", "pipe", "inherit"],
      ...identity,
    },
  )
  children.push(child)
  const exited = once(child, "exit")
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    next: async () => String((await lines.next()).value),
    end: async () => {
      child.stdin?.end()
      const [code] = await exited
      return code as number | null // the first argument of `exit`
    },
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const until = async (condition: () => boolean): Promise<void> => {
  for (let waited = 0; waited < 10_000 && !condition(); waited += 20) await sleep(20)
  expect(condition()).toBe(true)
}

describe("the embedded server", () => {
  test("is created, opened, and stopped by the last who leaves", async () => {
    const data = join(folder(), "data")
    const first = must(await openDatabase({ url: "", data }))
    const second = must(await openDatabase({ url: "", data }))
    const pid = serverPid(data)
    await first.close()
    expect(serverPid(data)).toBe(pid)
    expect(await second.sql`select 1 as one`).toEqual([{ one: 1 }])
    await second.close()
    expect(serverPid(data)).toBeUndefined()
    const again = must(await openDatabase({ url: "", data }))
    await again.close()
  })

  test("six processes at once share one server and leave none", async () => {
    const data = join(folder(), "data")
    const starters = Array.from({ length: 6 }, () => starter(data))
    expect(await Promise.all(starters.map(({ next }) => next()))).toEqual(
      Array.from({ length: 6 }, () => "open"),
    )
    const pid = serverPid(data) ?? 0
    expect(isAlive(pid)).toBe(true)
    expect(await Promise.all(starters.map(({ end }) => end()))).toEqual([0, 0, 0, 0, 0, 0])
    await until(() => serverPid(data) === undefined)
  })

  test("lives on when the process that started it is killed, and is adopted", async () => {
    const data = join(folder(), "data")
    const owner = starter(data)
    expect(await owner.next()).toBe("open")
    const pid = serverPid(data)
    owner.child.kill("SIGKILL")
    await once(owner.child, "exit")
    const heir = must(await openDatabase({ url: "", data }))
    expect(serverPid(data)).toBe(pid)
    await heir.close()
    expect(serverPid(data)).toBeUndefined()
  })

  test("a SIGTERM that is handled stops it; one that is not leaves it running", async () => {
    const data = join(folder(), "data")
    const careless = starter(data)
    expect(await careless.next()).toBe("open")
    const pid = serverPid(data) ?? 0
    careless.child.kill("SIGTERM")
    await once(careless.child, "exit")
    expect(isAlive(pid)).toBe(true)
    const careful = starter(data, "term")
    expect(await careful.next()).toBe("open")
    expect(serverPid(data)).toBe(pid)
    careful.child.kill("SIGTERM")
    expect((await once(careful.child, "exit"))[0]).toBe(0)
    expect(serverPid(data)).toBeUndefined()
  })

  test("starts again after the server itself was killed, with what was committed", async () => {
    const data = join(folder(), "data")
    const db = must(await openDatabase({ url: "", data }))
    await db.sql`create table kept as select 1 as n`
    process.kill(serverPid(data) ?? 0, "SIGKILL")
    await sleep(50)
    must(await db.recover())
    expect(await db.sql`select n from kept`).toEqual([{ n: 1 }])
    await db.close()
  })

  test("a pid file that names another program is no server", async () => {
    const data = join(folder(), "data")
    await must(await openDatabase({ url: "", data })).close()
    const account = serverAccount()
    const sleeper = spawn("sleep", ["60"], { ...account })
    children.push(sleeper)
    const left = `${sleeper.pid}\n${join(data, "pg")}\n1700000000\n5432\n${join(data, "run")}\n\n  1 2\nready   \n`
    writeFileSync(join(data, "pg", "postmaster.pid"), left, { mode: 0o600 })
    if (account !== undefined) chownSync(join(data, "pg", "postmaster.pid"), account.uid, account.gid)
    const db = must(await openDatabase({ url: "", data }))
    expect(serverPid(data)).not.toBe(sleeper.pid)
    await db.close()
  })

  test.skipIf(!isLinux)("nor is a zombie", async () => {
    const data = join(folder(), "data")
    await must(await openDatabase({ url: "", data })).close()
    const account = serverAccount()
    const parent = spawn("sh", ["-c", "sleep 0.1 & echo $!; exec sleep 60"], {
      ...account,
      stdio: ["ignore", "pipe", "ignore"],
    })
    children.push(parent)
    const [said] = await once(parent.stdout, "data")
    const zombie = Number(String(said))
    await until(() => /\) Z/.test(readFileSync(`/proc/${zombie}/stat`, "utf8")))
    const left = `${zombie}\n${join(data, "pg")}\n1700000000\n5432\n${join(data, "run")}\n\n  1 2\nready   \n`
    for (const file of [join(data, "pg", "postmaster.pid"), join(data, "run", ".s.PGSQL.5432.lock")]) {
      writeFileSync(file, left, { mode: 0o600 })
      if (account !== undefined) chownSync(file, account.uid, account.gid)
    }
    const db = must(await openDatabase({ url: "", data }))
    expect(serverPid(data)).not.toBe(zombie)
    await db.close()
  })

  test("a path too long for a socket is no hindrance, and leaves nothing in the temporary folder", async () => {
    const data = join(folder(), "a".repeat(60), "b".repeat(60), "data")
    const server = must(await startServer(data, projectRoot()))
    const { sockets = "" } = server.place
    expect(sockets.startsWith(data)).toBe(false)
    const db = must(await openDatabase({ url: "", data }))
    expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }])
    await db.close()
    expect(existsSync(sockets)).toBe(false)
    await must(await openDatabase({ url: "", data })).close()
  })

  test("a folder of another major version is refused, and nothing in it touched", async () => {
    const data = join(folder(), "data")
    await must(await openDatabase({ url: "", data })).close()
    writeFileSync(join(data, "pg", "PG_VERSION"), "14\n")
    const refusal = await openDatabase({ url: "", data })
    expect(refusal.ok ? undefined : refusal.problem).toMatchObject({
      id: "database-version-other",
      facts: { found: "14", expected: 18 },
    })
    expect(readFileSync(join(data, "pg", "PG_VERSION"), "utf8")).toBe("14\n")
  })

  test("a data folder that cannot be one is refused", async () => {
    const file = join(folder(), "data")
    writeFileSync(file, "")
    expect(problemOf(await openDatabase({ url: "", data: file }))).toBe("data-folder-unusable")
  })

  test("no package for the platform is a problem, not a crash", () => {
    expect(problemOf(findNative("/nowhere/at/all"))).toBe("database-platform")
  })

  test.skipIf(!isLinux)("sees none of our keys", async () => {
    process.env["ANTHROPIC_API_KEY"] = "sk-test-secret"
    const data = join(folder(), "data")
    const db = must(await openDatabase({ url: "", data }))
    delete process.env["ANTHROPIC_API_KEY"]
    expect(readFileSync(`/proc/${serverPid(data)}/environ`, "utf8")).not.toContain("sk-test-secret")
    await db.close()
  })

  test("listens on loopback with a password where there are no sockets", async () => {
    const data = join(folder(), "data")
    const server = must(await startServer(data, projectRoot(), true))
    if (server.address.kind !== "loopback") throw new Error("expected a loopback address")
    const link = embeddedLink(server.address)
    const sql = pool(link, "crossing: testing", 1)
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    await sql.end()
    const stranger = pool({ options: { ...link.options, password: "wrong" } }, "crossing: testing", 1)
    await expect(stranger`select 1`).rejects.toMatchObject({ code: "28P01" })
    await stranger.end()
    expect(await leaveServer(server, "crossing: testing")).toBe(true)
  })

  test.skipIf(!isRoot || !isLinux)(
    "as root it runs as nobody, also in a folder that is closed to it",
    async () => {
      for (const mode of [0o755, 0o700]) {
        const data = join(folder(mode), "data")
        const db = must(await openDatabase({ url: "", data }))
        const status = readFileSync(`/proc/${serverPid(data)}/status`, "utf8")
        expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe(String(serverAccount()?.uid))
        await db.close()
      }
    },
  )

  test.skipIf(!isRoot || !isLinux)("an ordinary user runs it himself", async () => {
    const account = serverAccount()
    const home = folder(0o755)
    if (account !== undefined) chownSync(home, account.uid, account.gid)
    const ordinary = starter(join(home, "data"), "", account)
    expect(await ordinary.next()).toBe("open")
    expect(await ordinary.end()).toBe(0)
  })

  test.skipIf(!isRoot || !isLinux)("a user whom the system does not know is told so", async () => {
    const home = folder(0o755)
    mkdirSync(join(home, "data"))
    chownSync(join(home, "data"), 54321, 54321)
    const stranger = starter(join(home, "data"), "", { uid: 54321, gid: 54321 })
    expect(await stranger.next()).toContain("database-create-failed")
    await stranger.end()
  })
})
