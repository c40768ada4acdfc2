import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDemoShelf } from '@koedana/fakes/demo/write-demo-shelf.ts'
import { expect, test } from 'vitest'
import { eachEngine } from '../testing/engines.ts'
import { scanStorage } from './scan-storage.ts'

eachEngine((engine) => {
  test('the demo shelf is taken in exactly as it promises', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'koedana-demo-'))
    const shelf = await writeDemoShelf(folder)
    const database = await engine.open()
    const summary = await scanStorage({
      database,
      root: shelf.libraryFolder,
      unknownAge: 'all',
      coversFolder: join(folder, 'made'),
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
    rmSync(folder, { recursive: true })
  }, 120_000)
})
