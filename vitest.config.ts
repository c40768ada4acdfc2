import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { leftOut } from './scripts/test-turns.ts'

/** A shared and noisy machine: generous, since no test judges time. */
const timeoutMs = 180_000
const shared = {
  expect: { poll: { timeout: timeoutMs / 3 } },
  testTimeout: timeoutMs,
  hookTimeout: timeoutMs,
  /** What a test prints by surprise is a fault; those that mean to print say so. */
  onConsoleLog: (log: string): void => {
    throw new Error(`unexpected console output: ${log}`)
  },
}

const rules = ['packages/*/src/**/*.rules.test.ts']
/** They replace modules or globals, or change the process itself: each has a process of its own. */
const alone = [
  'packages/{server,web}/src/features/works/**/added-field.test.ts',
  'packages/server/src/lib/low-priority.test.ts',
  'packages/server/src/nth-fault.test.ts',
  'packages/web/src/domain/{favorites-store,session}.test.ts',
  'packages/web/src/lib/{load-after-first-input,while-visible}.test.ts',
]
const engines = [
  'packages/server/src/testing/postgres.setup.ts',
  'packages/server/src/testing/sqlite.setup.ts',
]
const exclude = [...configDefaults.exclude, ...leftOut(import.meta.dirname, process.env)]
/** A test waits a part of its time, for timers and responses: more at once than there are cores. */
const beforeJourneys = {
  /** Tests make much that is soon gone: with the usual 16 MB for what is new, collecting it took up to a sixth of their CPU. */
  execArgv: ['--max-semi-space-size=64'],
  maxWorkers: availableParallelism() + 2,
  sequence: { groupOrder: 0 },
  setupFiles: ['packages/catalogue/src/testing/properties.setup.ts'],
}

/** Every file of tests is a process, and many start servers and threads: none compiles what another has compiled. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache', 'compiled')

export default defineConfig({
  test: {
    ...shared,
    tags: [
      { name: 'large', description: 'Takes turns in `npm test`, and runs in CI (scripts/test-turns.ts).' },
    ],
    projects: [
      {
        test: {
          ...shared,
          ...beforeJourneys,
          name: 'rules',
          include: rules,
          /** Pure code has no side effects: files share a process and load their imports once. */
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          ...beforeJourneys,
          name: 'code',
          exclude: [...exclude, ...rules, ...alone],
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'bench/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: engines,
          /** Most of what a file costs is loading the server: files share a process, and leave it as they found it. */
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          ...beforeJourneys,
          name: 'alone',
          exclude,
          include: alone,
          globalSetup: engines,
        },
      },
      {
        test: {
          ...shared,
          name: 'journeys',
          /** Each runs a browser and usually a server. */
          maxWorkers: Math.max(3, availableParallelism() - 1),
          sequence: { groupOrder: 1 },
          /** Journeys change only their own server and pages: files share a process and load Playwright once. */
          isolate: false,
          exclude,
          include: process.env.CHROMIUM_PATH ? ['e2e/**/*.test.ts'] : [],
          globalSetup: process.env.CHROMIUM_PATH ? ['e2e/begin.setup.ts'] : [],
          testTimeout: 2 * timeoutMs,
          hookTimeout: 2 * timeoutMs,
        },
      },
    ],
  },
})
