import { dirname } from "node:path"
import { defineConfig } from "vitest/config"

/** These are about our own server, so they are no tests of the one that TEST_DATABASE_URL names. */
const embedded = ["db/embedded.test.ts", "db/shared.test.ts"]

/**
 * All vitest projects: `unit` is pure and quick; `store` needs PostgreSQL (its own, or TEST_DATABASE_URL);
 * `real` asks real providers, so it is there only where it is named.
 */
export default defineConfig({
  root: dirname(import.meta.dirname),
  test: {
    setupFiles: ["db/vitest.setup.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{lib,app,e2e}/**/*.test.{ts,tsx}"],
          exclude: ["lib/live/**", "**/*.store.test.ts"],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "store",
          include: ["db/**/*.test.ts", "lib/live/**/*.test.ts", "{lib,app}/**/*.store.test.ts"],
          exclude: process.env.TEST_DATABASE_URL === undefined ? [] : embedded,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      ...(process.argv.includes("--project=real")
        ? [
            {
              extends: true as const,
              test: {
                name: "real",
                include: ["e2e/real-provider.ts"],
                testTimeout: 120_000,
                hookTimeout: 60_000,
              },
            },
          ]
        : []),
    ],
  },
})
