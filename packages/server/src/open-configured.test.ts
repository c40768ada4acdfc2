import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { UsageError } from './lib/app-error.ts'
import { openErrorOf, toUserError } from './open-configured.ts'

const configured = { dataFolder: '/nowhere', databaseUrl: undefined }

test('what the system refuses is reported in its words; a fault of ours keeps its stack', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'koedana-refused-'))
  const refused: unknown = await mkdir(folder).catch((cause: unknown) => cause)
  await rm(folder, { recursive: true })
  expect(toUserError(configured, refused)).toEqual(
    new UsageError(`The system refused it: EEXIST: file already exists, mkdir '${folder}'`),
  )
  const fault = new TypeError('undefined is not a function')
  expect(toUserError(configured, fault)).toBe(fault)
})

test('a disk that is full is said to be that also where SQLite has no words of its own for it', () => {
  const failing = (code: string, message: string) =>
    openErrorOf(configured, Object.assign(new Error(message), { code }))
  expect(failing('SQLITE_IOERR_SHMSIZE', 'disk I/O error').message).toBe(
    'The database in /nowhere cannot be opened: its disk is full, or fails (disk I/O error)',
  )
  expect(failing('SQLITE_IOERR_READ', 'disk I/O error').message).toMatch(/: disk I\/O error$/)
  expect(failing('SQLITE_FULL', 'database or disk is full').message).toMatch(/: database or disk is full$/)
})
