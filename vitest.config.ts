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
    projects: [
      {
        test: {
          ...shared,
          name: 'code',
          /** A test waits a third of its time, for timers and answers: one more at once than there are cores. */
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 0 },
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
          /** Each has a browser and mostly a server at work beside it. */
          maxWorkers: Math.max(2, availableParallelism() - 1),
          sequence: { groupOrder: 1 },
          include: process.env.CHROMIUM_PATH ? ['e2e/**/*.test.ts'] : [],
          globalSetup: process.env.CHROMIUM_PATH ? ['e2e/begin.setup.ts'] : [],
          testTimeout: 2 * timeoutMs,
          hookTimeout: 2 * timeoutMs,
        },
      },
    ],
  },
})
