import { rmSync } from "node:fs"
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test"
import { type App, type Start, startApp, temporary } from "./app.ts"

/** Anything a page complained of, or asked of anyone but the app. */
export type Watch = { readonly complaints: string[] }

/**
 * Watches all pages of a context. A page may ask only its own origin, and says nothing on its console; a refused request
 * is noted by the browser itself, so tests of refusals clear `complaints` after they looked.
 */
export const watch = (context: BrowserContext, origin: string): Watch => {
  const complaints: string[] = []
  context.on("request", (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol !== "blob:" && url.protocol !== "data:")
      complaints.push(`asked ${request.url()}`)
  })
  context.on("console", (message) => {
    const { url } = message.location()
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`${message.type()}: ${message.text()} ${url}`)
  })
  context.on("weberror", (error) => complaints.push(`uncaught: ${error.error().message}`))
  context.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { complaints }
}

/**
 * A page goes where it is sent. Chromium drops a navigation in whose beginning the page writes its own address, as ours
 * does a moment after the focus has moved: a person would ask again, and so is asked once more here.
 */
const sent = (page: Page): Page => {
  const goto = page.goto.bind(page)
  page.goto = (url, options) =>
    goto(url, options).catch((error: unknown) => {
      if (!String(error).includes("net::ERR_ABORTED")) throw error
      return goto(url, options)
    })
  return page
}

type Worker = { readonly app: App }
type Each = {
  readonly watched: Watch
  readonly fresh: App
  readonly data: string
  readonly start: (given?: Start) => Promise<App>
}

/**
 * `app`: one app for all tests of a worker, so a test names its own sessions. `fresh`: an app of the test's own, with an
 * empty store. `start` starts more, which end with the test however that ends; `data` is a folder that they may share.
 * Every page is watched, and a test in which one complained fails.
 */
export const test = base.extend<Each, Worker>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for from this pattern
    async ({}, use) => {
      const app = await startApp({ environment: { SECRET_KEY: "the secret key of these tests" } })
      await use(app)
      await app.close()
    },
    { scope: "worker", timeout: 120_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  data: async ({}, use) => {
    const folder = temporary()
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
  // `data` is asked for so that it goes after the apps that lie in it.
  start: async ({ data: _ }, use) => {
    const apps: App[] = []
    await use(async (given) => {
      const app = await startApp(given)
      apps.push(app)
      return app
    })
    for (const app of apps) await app.close()
  },
  fresh: async ({ start }, use) => use(await start()),
  baseURL: async ({ app }, use) => use(app.url),
  page: async ({ page }, use) => use(sent(page)),
  watched: [
    async ({ context, baseURL }, use) => {
      const watched = watch(context, new URL(baseURL ?? "").origin)
      await use(watched)
      expect(watched.complaints, "a page complained, or asked somebody else").toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
