import { type App, startApp } from "./app.ts"
import { ask } from "./ask.ts"
import { test as base, expect } from "./fixture.ts"

/** A server that others can reach is guarded by its token. */

const token = "a-long-enough-token-of-this-test"

const test = base.extend<object, { readonly guarded: App }>({
  guarded: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for from this pattern
    async ({}, use) => {
      const app = await startApp({ environment: { HOST: "0.0.0.0", ACCESS_TOKEN: token } })
      await use(app)
      await app.close()
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ guarded }, use) => use(guarded.url),
})

test("open to others without a token it does not start, and says why", async ({ start }) => {
  const failed = await start({ environment: { HOST: "0.0.0.0" } }).then(
    () => "it started",
    (error: unknown) => (error instanceof Error ? error.message : ""),
  )
  expect(failed).toContain("ended with 2")
  expect(failed).toContain("ACCESS_TOKEN")
})

test("a program brings the token as a bearer", async ({ guarded }) => {
  const asked = (authorization?: string) =>
    ask(`${guarded.url}/v1/conversations`, authorization === undefined ? {} : { headers: { authorization } })
  expect((await asked()).status).toBe(401)
  expect((await asked("Bearer wrong")).status).toBe(401)
  expect((await asked(`Bearer ${token}`)).status).toBe(200)
  const upload = { method: "POST", body: Buffer.from("x") }
  expect((await ask(`${guarded.url}/v1/import`, upload)).status).toBe(401)
})

test("a person signs in, lands where he wanted to go, and stays signed in", async ({
  page,
  guarded,
  context,
}) => {
  await page.goto("/import")
  await expect(page).toHaveURL(/\/sign-in/)
  await page.keyboard.type("not the token")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("alert")).toBeVisible()
  await page.getByLabel(/token/i).fill(token)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/import$/)
  await page.goto("/")
  await expect(page.getByText("No session is stored yet")).toBeVisible()
  const cookies = await context.cookies()
  expect(cookies.filter(({ httpOnly, sameSite }) => httpOnly && sameSite === "Strict")).toHaveLength(1)
  expect(JSON.stringify(cookies)).not.toContain(token)
  expect(guarded.said()).not.toContain(token)
})
