// @module-tag large
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../db/open.ts'
import { createLog } from '../../../lib/log.ts'
import { createVault } from '../../../lib/vault.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { removeStorage } from '../../storage-admin/storage-admin.store.ts'
import { noDriveAccess as driveAccess } from '../../storages/testing/no-drives.ts'
import { sound } from '../testing/library.ts'
import {
  createBackgroundScans,
  type ScanStoragesInput,
  type StorageScanResult,
  scanStorages,
} from './background-scans.ts'
import { saveStorage } from './storages.store.ts'

const vault = createVault('a key of some length for tests')

eachEngine((engine) => {
  let database: Database
  let folder: string

  beforeEach(async () => {
    database = await engine.open()
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'koedana-storages-')))
  })

  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })

  async function addStorage(name: string, works: readonly string[]) {
    const root = join(folder, name)
    mkdirSync(root)
    for (const id of works) {
      mkdirSync(join(root, id))
      writeFileSync(join(root, id, '1.wav'), sound(id))
    }
    return saveStorage(database.write, { root, unknownAge: 'all' })
  }

  async function scanAll(wishes: Partial<ScanStoragesInput> = {}): Promise<StorageScanResult[]> {
    const scans = createBackgroundScans({
      driveAccess,
      vault,
      location: database.location,
      coversFolder: join(folder, 'covers'),
      log: createLog('silent'),
    })
    const scanned: StorageScanResult[] = []
    for await (const one of scanStorages({ database, scans, ...wishes })) scanned.push(one)
    await scans.close()
    return scanned
  }

  test('each storage is scanned and reports what became of its files', async () => {
    const first = await addStorage('first', ['RJ334212', 'RJ334213'])
    const second = await addStorage('second', ['RJ334214'])
    const third = await addStorage('third', [])
    const now = new Date('2026-11-20T12:00:00.000Z')
    expect(await scanAll({ now })).toMatchObject([
      { key: first, state: 'mounted', found: 2, added: 2, works: { found: 2, added: 2 }, faultCount: 0 },
      { key: second, state: 'mounted', found: 1, added: 1 },
      { key: third, state: 'notMounted', found: 0 },
    ])
    const works = await database.read.selectFrom('work').select(['id', 'added_at']).orderBy('id').execute()
    expect(works.map(({ id }) => id)).toEqual(['RJ334212', 'RJ334213', 'RJ334214'])
    expect(works[0]?.added_at).toBe(now.toISOString())
    rmSync(join(folder, 'first/RJ334212'), { recursive: true })
    expect(await scanAll({ after: first - 1 })).toMatchObject([{ missing: 1 }, { missing: 0 }, {}])
    expect(await scanAll({ after: first })).toMatchObject([
      { key: second, found: 1, added: 0 },
      { key: third },
    ])
  })

  test('whoever watches hears each folder as it is looked at', async () => {
    await addStorage('first', ['RJ334212', 'RJ334213'])
    const received: string[] = []
    await scanAll({ onFolder: (path) => received.push(path) })
    expect(received).toEqual(['first', 'first/RJ334212', 'first/RJ334213'].map((path) => join(folder, path)))
  })

  test('aborted, it ends without a result for what was not scanned', async () => {
    await addStorage('first', ['RJ334212'])
    await addStorage('second', ['RJ334213'])
    const scans = createBackgroundScans({
      driveAccess,
      vault,
      location: database.location,
      coversFolder: join(folder, 'covers'),
      log: createLog('silent'),
    })
    const abort = new AbortController()
    const scanned: StorageScanResult[] = []
    for await (const one of scanStorages({ database, scans, signal: abort.signal })) {
      scanned.push(one)
      abort.abort()
    }
    expect(scanned).toHaveLength(1)
    expect(await database.read.selectFrom('work').select('id').execute()).toEqual([{ id: 'RJ334212' }])
  })

  test('a storage that is removed before its turn is not scanned, and stays removed', async () => {
    await addStorage('first', ['RJ334212'])
    const second = await addStorage('second', ['RJ334213'])
    const third = await addStorage('third', ['RJ334214'])
    const removing: Promise<unknown>[] = []
    const remove = async () => removeStorage(database.write, second, '2026-11-20T12:00:00.000Z')
    const scanned = await scanAll({
      onFolder: () => {
        if (removing.length === 0) removing.push(remove())
      },
    })
    await Promise.all(removing)
    expect(scanned.map(({ key }) => key)).not.toContain(second)
    expect(scanned.at(-1)?.key).toBe(third)
    const { removed_at } = await database.read
      .selectFrom('storage')
      .select('removed_at')
      .where('key', '=', second)
      .executeTakeFirstOrThrow()
    expect(removed_at).not.toBeNull()
    const works = await database.read.selectFrom('work').select('id').orderBy('id').execute()
    expect(works.map(({ id }) => id)).toEqual(['RJ334212', 'RJ334214'])
  })

  test('a scan whose thread fails is reported, and the next one goes on', async () => {
    await addStorage('first', ['RJ334212'])
    await addStorage('second', ['RJ334213'])
    const scans = createBackgroundScans({
      driveAccess,
      vault,
      location: { folder: join(folder, 'no such folder'), url: 'postgres://nobody@127.0.0.1:1/nothing' },
      coversFolder: join(folder, 'covers'),
      log: createLog('silent'),
    })
    const scanned: StorageScanResult[] = []
    for await (const one of scanStorages({ database, scans })) scanned.push(one)
    expect(scanned.map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect(String(scanned[0]?.error)).toContain('Error')
  })
})
