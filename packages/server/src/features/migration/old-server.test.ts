import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFolders } from '../storage-admin/folders.ts'
import { admitOldServer } from './old-server.ts'

let top: string
const at = (...parts: readonly string[]) => join(top, ...parts)
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'koedana-old-server-')))
  for (const name of ['old/sqlite', 'old/config', 'data', 'other']) mkdirSync(at(name), { recursive: true })
  for (const name of ['old/sqlite/db.sqlite3', 'old/config/config.json', 'other/config.json'])
    writeFileSync(at(name), '')
  symlinkSync(at('other/config.json'), at('old/config.json'))
})
afterEach(() => rmSync(top, { recursive: true }))

const foldersOf = (roots?: readonly string[]) =>
  createFolders({ roots, dataFolder: at('data'), listRoots: async () => [] })

test.each(['old/sqlite', 'old/sqlite/db.sqlite3'])(
  'a configuration above the folder of the database is read when %s was named',
  async (name) => {
    const { admitFile } = await admitOldServer(foldersOf(), at(name))
    const config = at('old/config/config.json')
    expect(await admitFile?.(config)).toBe(config)
    await expect(admitFile?.(at('old/config.json'))).rejects.toMatchObject({ reason: 'databaseOutside' })
  },
)

test.each(['old/sqlite', 'old/sqlite/db.sqlite3'])(
  'what lies above the folders that may be read is not looked at when %s was named',
  async (name) => {
    const { admitFile } = await admitOldServer(foldersOf([at('old/sqlite')]), at(name))
    const database = at('old/sqlite/db.sqlite3')
    expect(await admitFile?.(database)).toBe(database)
    expect(await admitFile?.(at('old/config/config.json'))).toBeUndefined()
  },
)

test('a database that is a link into the folder above is not read', async () => {
  symlinkSync(at('old/config/config.json'), at('old/sqlite/linked'))
  const { admitFile } = await admitOldServer(foldersOf(), at('old/sqlite'))
  await expect(admitFile?.(at('old/sqlite/linked'))).rejects.toMatchObject({ reason: 'databaseOutside' })
})
