/**
 * Decides which tests a run leaves to other runs. Most tests take a fraction of a second. Large tests, which start and kill servers,
 * browsers and processes, take longer than all others together. They take turns, so that a run stays short. CI runs all of them.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Each large test runs on one day of this many. */
export const turns = 10

/** The turn of this run; undefined if all tests run. */
export const turnVariable = 'TEST_TURN'

const dayMs = 86_400_000

export const turnOf = (now: Date): number => Math.floor(now.getTime() / dayMs) % turns

/** Distributes files one by one, because files in the same folder have similar durations. */
export const notInTurn = (files: readonly string[], turn: number): string[] =>
  files.toSorted().filter((_, at) => at % turns !== turn)

const testFiles = ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/*.test.ts']
/** Vitest reads the same tag: `npx vitest run --tags-filter large`. */
const tag = /^\/\/ @module-tag large$/m

/** Returns the large tests, relative to `root`: every browser test, and tests with the tag. */
export function largeTests(root: string): string[] {
  const tagged = globSync(testFiles, { cwd: root }).filter((file) =>
    tag.test(readFileSync(join(root, file), 'utf8')),
  )
  return [...tagged, ...globSync('e2e/**/*.test.ts', { cwd: root })]
}

/** Returns the files that a run of Vitest excludes: none, unless the run has a turn. */
export function leftOut(root: string, env: NodeJS.ProcessEnv): string[] {
  const turn = env[turnVariable]
  return turn === undefined ? [] : notInTurn(largeTests(root), Number(turn))
}
