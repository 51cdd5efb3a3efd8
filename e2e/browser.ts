import { existsSync } from "node:fs"
import { chromium, type LaunchOptions } from "@playwright/test"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"

/** Where systems keep a Chromium; the one made to run without a window first, as it takes half the time. */
const usual = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
] as const

/**
 * The browser to test with: CHROMIUM_PATH, else Playwright's own where it is installed, else the system's.
 * Refused: `browser-path-wrong` (path), `browser-missing`.
 */
export const findBrowser = (): Outcome<string> => {
  const named = process.env.CHROMIUM_PATH ?? ""
  if (named !== "") return existsSync(named) ? fine(named) : refused("browser-path-wrong", { path: named })
  const found = [chromium.executablePath(), ...usual].find((path) => path !== "" && existsSync(path))
  return found === undefined ? refused("browser-missing") : fine(found)
}

/** What keeps a browser quiet on a machine without screen or network. */
const flags = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
] as const

/** How to start it. As root there is no sandbox to be had. */
export const launchOptions = (): LaunchOptions => {
  const found = findBrowser()
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : []
  return {
    args: [...flags, ...sandbox],
    ...(found.ok && found.value !== chromium.executablePath() ? { executablePath: found.value } : {}),
  }
}
