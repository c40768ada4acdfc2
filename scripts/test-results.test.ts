import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf, countTogether, filesToRunAgain, flakyLines, type TestReport } from './test-results.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

/** The second run passes because of a file that the first run did not find. */
const tests = {
  'flaky.test.ts': `
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
const isMended = existsSync(new URL('mended', import.meta.url))
test('passes at once', () => {})
test('needs another run', () => expect(isMended, 'too early').toBe(true))
`,
  'sound.test.ts': `
import { test } from 'vitest'
test('passes', () => {})
test.skip('is skipped', () => {})
`,
}

let folder = ''
beforeAll(async () => {
  await mkdir(join(root, '.cache'), { recursive: true })
  folder = await mkdtemp(join(root, '.cache', 'results-'))
  for (const [name, text] of Object.entries(tests)) await writeFile(join(folder, name), text)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs Vitest itself, so that its real report is tested. */
async function runTests(...files: string[]): Promise<{ report: TestReport; code: number }> {
  const output = join(folder, 'report.json')
  const args = ['run', `--root=${folder}`, '--reporter=json', `--outputFile=${output}`, ...files]
  const ending = await promisify(execFile)(process.execPath, [vitest, ...args]).catch((error) => error)
  return { report: JSON.parse(await readFile(output, 'utf8')), code: ending.code ?? 0 }
}

test('for files that ran once more the second run decides, and what passed only then is named', async () => {
  const first = await runTests()
  expect(countOf(first.report, first.code)).toEqual({ passed: 2, failed: 1, skipped: 1 })
  const files = filesToRunAgain(first.report, folder)
  expect(files).toEqual(['flaky.test.ts'])

  const still = await runTests(...files)
  expect(countTogether(first.report, still.report, still.code)).toEqual({ passed: 2, failed: 1, skipped: 1 })
  expect(flakyLines(first.report, still.report, folder)).toEqual([])

  await writeFile(join(folder, 'mended'), '')
  const again = await runTests(...files)
  expect(countTogether(first.report, again.report, again.code)).toEqual({ passed: 3, failed: 0, skipped: 1 })
  expect(flakyLines(first.report, again.report, folder)).toEqual([
    'flaky: flaky.test.ts > needs another run (AssertionError: too early: expected false to be true // Object.is equality)',
  ])
})

test('a run that fails beside its tests has failed, and so many failed files are no flake', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
  }
  expect(countOf(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  expect(filesToRunAgain(report, '/here')).toEqual([])
  const many = Array.from({ length: 9 }, (_, at) => ({
    name: `/here/${at}.test.ts`,
    status: 'failed',
    assertionResults: [],
  }))
  expect(filesToRunAgain({ ...report, testResults: many.slice(1) }, '/here')).toHaveLength(8)
  expect(filesToRunAgain({ ...report, testResults: many }, '/here')).toEqual([])
})
