import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** A shared and noisy machine: generous, since no test judges time. */
const timeoutMs = 180_000
const shared = {
  expect: { poll: { timeout: timeoutMs / 6 } },
  testTimeout: timeoutMs,
  hookTimeout: timeoutMs,
  /** What a test prints by surprise is a fault; those that mean to print say so. */
  onConsoleLog: (log: string): void => {
    throw new Error(`unexpected console output: ${log}`)
  },
}

export default defineConfig({
  test: {
    ...shared,
    /** A test waits more than it computes: two at once even where the default leaves a core free. */
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...shared,
          name: 'code',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'bench/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: [
            'packages/server/src/testing/postgres.setup.ts',
            'packages/server/src/testing/sqlite.setup.ts',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'journeys',
          include: process.env.CHROMIUM_PATH ? ['e2e/**/*.test.ts'] : [],
          globalSetup: process.env.CHROMIUM_PATH ? ['e2e/begin.setup.ts'] : [],
          testTimeout: 2 * timeoutMs,
          hookTimeout: 2 * timeoutMs,
        },
      },
    ],
  },
})
