import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

const tests = `
import { expect, test } from 'vitest'
let tries = 0
test('passes at once', () => {})
test('needs another try', () => {
  tries += 1
  expect(tries, 'too few tries').toBe(2)
})
`

test('what passed only when it was tried again is named, with the reason why it failed first', async () => {
  await mkdir(join(root, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(root, '.cache', 'flaky-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'one.test.ts'), tests)
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    `--root=${folder}`,
    '--retry=1',
    `--reporter=${join(root, 'scripts/flaky-reporter.ts')}`,
  ])
  expect(stdout.trim()).toBe(
    'flaky: one.test.ts > needs another try (too few tries: expected 1 to be 2 // Object.is equality)',
  )
})
