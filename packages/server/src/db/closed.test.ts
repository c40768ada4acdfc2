import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from './open.ts'

test.each([{ hasWriterThread: false }, { hasWriterThread: true }])(
  'SQLite is closed, though nothing was ever read from it: %o',
  async (opening) => {
    const folder = await mkdtemp(join(tmpdir(), 'koedana-closed-'))
    const database = await openDatabase({ folder }, opening)
    await sql`create table word (text text)`.execute(database.write)
    await database.close()
    // The last connection to close checkpoints the WAL into the file.
    expect(await readdir(folder)).toEqual(['koedana.sqlite'])
    await rm(folder, { recursive: true })
  },
)
