import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './run.mjs'
import { largeTests, leftOut, notInTurn, turnOf, turns, turnVariable } from './test-turns.ts'

const every = Array.from({ length: turns }, (_, turn) => turn)
const files = Array.from({ length: 50 }, (_, at) => `${at}.test.ts`)

test('in the runs of all turns every file runs once', () => {
  const run = every.flatMap((turn) => {
    const left = new Set(notInTurn(files, turn))
    return files.filter((file) => !left.has(file))
  })
  expect(run.toSorted()).toEqual(files.toSorted())
})

test('turns have as many files as each other, in whatever order they are found', () => {
  const lengths = every.map((turn) => files.length - notInTurn(files.toReversed(), turn).length)
  expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1)
  for (const turn of every) expect(notInTurn(files.toReversed(), turn)).toEqual(notInTurn(files, turn))
})

test('days that follow each other are turns that follow each other', () => {
  const turnOfDay = (day: number) => turnOf(new Date(Date.UTC(2030, 0, 1 + day, 23 * (day % 2))))
  expect(every.map(turnOfDay).toSorted()).toEqual(every)
  for (const day of every) expect(turnOfDay(day + 1)).toBe((turnOfDay(day) + 1) % turns)
})

test('large are the journeys, and what bears the tag', () => {
  const folder = mkdtempSync(join(tmpdir(), 'koedana-turns-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  put('packages/server/src/a.test.ts', '// @module-tag large\nimport {} from "vitest"\n')
  put('packages/server/src/deep/b.test.ts', 'import {} from "vitest"\n')
  put('packages/web/src/c.test.tsx', '/** About it. */\n\n// @module-tag large\nimport {} from "vitest"\n')
  put('e2e/d.test.ts', '')
  const large = ['e2e/d.test.ts', 'packages/server/src/a.test.ts', 'packages/web/src/c.test.tsx']
  expect(largeTests(folder).toSorted()).toEqual(large)
  expect(leftOut(folder, {})).toEqual([])
  expect(leftOut(folder, { [turnVariable]: '1' })).toEqual(large.filter((_, at) => at !== 1))
})

test('the tests of this project have both', () => {
  const large = largeTests(root)
  expect(large.every((file) => existsSync(join(root, file)))).toBe(true)
  expect(large.filter((file) => file.startsWith('e2e/')).length).toBeGreaterThan(50)
  expect(large.filter((file) => file.startsWith('packages/')).length).toBeGreaterThan(50)
})
