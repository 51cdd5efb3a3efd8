import { type BrowserContext, test as base, expect } from "@playwright/test"
import { type App, startApp } from "./app.ts"

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

type Worker = { readonly app: App }
type Each = { readonly watched: Watch; readonly fresh: App }

/**
 * `app`: one app for all tests of a worker, so a test names its own sessions. `fresh`: an app of the test's own, with an
 * empty store. Every page is watched, and a test in which one complained fails.
 */
export const test = base.extend<Each, Worker>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for from this pattern
    async ({}, use) => {
      const app = await startApp()
      await use(app)
      await app.close()
    },
    { scope: "worker", timeout: 120_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  fresh: async ({}, use) => {
    const app = await startApp()
    await use(app)
    await app.close()
  },
  baseURL: async ({ app }, use) => use(app.url),
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
