import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeDryRunCopy, runDryRunOnCopy } from './dry-run.ts'
import { openDatabase } from './open.ts'

test('the copy that a killed dry run left behind goes at the start, and a new one leaves none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'koedana-rehearsal-'))
  const database = await openDatabase({ folder })
  const left = join(folder, 'rehearsal')
  await mkdir(left)
  await writeFile(join(left, 'koedana.sqlite'), 'half a copy')
  await removeDryRunCopy(database)
  expect(existsSync(left)).toBe(false)
  expect(await runDryRunOnCopy(database, async () => existsSync(left))).toBe(true)
  expect(existsSync(left)).toBe(false)
  await database.close()
  await rm(folder, { recursive: true })
})
