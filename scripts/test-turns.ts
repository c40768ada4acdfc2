/**
 * Which tests a run leaves to other runs. Most take a part of a second. The large ones, which begin servers, browsers and
 * processes, kill them and wait for them, take more time than all others together: they take turns, so that a run stays
 * short however many there are. CI runs all of them.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every large test runs in one of so many runs that follow each other by a day. */
export const turns = 10

/** What a run was told: undefined if it leaves nothing out. */
export const turnVariable = 'TEST_TURN'

const dayMs = 86_400_000

export const turnOf = (now: Date): number => Math.floor(now.getTime() / dayMs) % turns

/** Files of the same folder are as large as each other: they are dealt one by one. */
export const notInTurn = (files: readonly string[], turn: number): string[] =>
  files.toSorted().filter((_, at) => at % turns !== turn)

const testFiles = ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/*.test.ts']
/** Vitest reads the same words: `npx vitest run --tags-filter large`. */
const tag = /^\/\/ @module-tag large$/m

/** Returns the large tests, relative to `root`: every journey, and what bears the tag. */
export function largeTests(root: string): string[] {
  const tagged = globSync(testFiles, { cwd: root }).filter((file) =>
    tag.test(readFileSync(join(root, file), 'utf8')),
  )
  return [...tagged, ...globSync('e2e/**/*.test.ts', { cwd: root })]
}

/** Returns what a run of Vitest leaves out: nothing, unless it was begun for one turn. */
export function leftOut(root: string, env: NodeJS.ProcessEnv): string[] {
  const turn = env[turnVariable]
  return turn === undefined ? [] : notInTurn(largeTests(root), Number(turn))
}
