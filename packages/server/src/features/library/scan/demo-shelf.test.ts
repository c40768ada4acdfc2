// @module-tag large
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DemoShelf, writeDemoShelf } from '@koedana/fakes/demo/write-demo-shelf.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { scanStorage } from './scan-storage.ts'

let folder: string
let shelf: DemoShelf

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'koedana-demo-'))
  shelf = await writeDemoShelf(folder)
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true }))

eachEngine((engine) => {
  test('the demo shelf is taken in exactly as it promises', async () => {
    const database = await engine.open()
    const summary = await scanStorage({
      database,
      root: shelf.libraryFolder,
      unknownAge: 'all',
      coversFolder: join(database.location.folder, 'covers'),
      now: () => new Date(),
      report: () => {},
    })
    expect(summary).toMatchObject({
      works: { found: shelf.libraryCount, added: shelf.libraryCount },
      tracks: { found: shelf.trackCount, added: shelf.trackCount },
      covers: shelf.libraryCount,
      faults: [],
    })
    const silent = await database.read
      .selectFrom('track')
      .select('path')
      .where('duration_seconds', 'is', null)
      .execute()
    expect(silent).toEqual([])
    await database.close()
  }, 120_000)
})
