import { defineConfig } from "@playwright/test"
import { launchOptions } from "./browser.ts"

/** Each test file starts the built app with a store of its own (`app.ts`); two at a time, since a browser and a database go with each. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.e2e.ts",
  globalSetup: "./build.ts",
  outputDir: "../test-results",
  fullyParallel: false,
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    launchOptions: launchOptions(),
    viewport: { width: 1280, height: 800 },
    trace: "off",
  },
})
