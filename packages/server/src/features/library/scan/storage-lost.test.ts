import { mkdirSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eachLibrary } from '../testing/each-library.ts'
import { sound, type TestLibrary } from '../testing/library.ts'
import type { ScanSummary } from './scan.ts'
import { scanStorage } from './scan-storage.ts'

/** Enough works for three batches. */
const works = Array.from({ length: 60 }, (_, i) => `RJ${334_212 + i}`)

eachLibrary((given) => {
  function filled(): TestLibrary {
    const library = given()
    for (const id of works) library.put(`${id}/1.wav`, sound(id))
    return library
  }

  async function scanWhile(library: TestLibrary, happens: () => void): Promise<ScanSummary> {
    const { database, root, coversFolder } = library
    let isOver = false
    const report = (line: string) => {
      const isThrough = /works (?:looked at|are as they were)$/.test(line)
      if (!isOver && isThrough) happens()
      isOver ||= isThrough
    }
    return scanStorage({
      database,
      root,
      unknownAge: 'all',
      coversFolder,
      now: () => new Date('2026-11-21T12:00:00.000Z'),
      report,
    })
  }

  const storageOf = ({ database }: TestLibrary) =>
    database.read.selectFrom('storage').select(['scanned_at', 'marker']).executeTakeFirstOrThrow()

  const missing = async (library: TestLibrary) =>
    (await library.tracks()).filter(({ missing_at }) => missing_at !== null).length

  test.each([
    ['an empty folder', () => {}],
    ['what lay below it', (root: string) => mkdirSync(join(root, 'something else'))],
  ])('a mount that is lost in the midst and leaves %s loses nothing', async (_what, leave) => {
    const library = filled()
    await library.scan()
    const before = await storageOf(library)
    const at = new Date()
    for (const id of works) utimesSync(join(library.root, id, '1.wav'), at, at)
    const away = `${library.root}-away`
    const summary = await scanWhile(library, () => {
      renameSync(library.root, away)
      mkdirSync(library.root)
      leave(library.root)
    })
    expect(summary).toMatchObject({ state: 'lost', tracks: { missing: 0, held: 0 } })
    expect(await missing(library)).toBe(0)
    expect(await storageOf(library)).toEqual(before)
    expect(readdirSync(library.root)).not.toContain('.koedana-storage')
    rmSync(library.root, { recursive: true })
    renameSync(away, library.root)
    expect(await library.scan()).toMatchObject({ state: 'mounted', tracks: { found: 60, missing: 0 } })
  })

  test('one that is lost in its first scan is no storage that was scanned, and goes on later', async () => {
    const library = filled()
    const away = `${library.root}-away`
    const summary = await scanWhile(library, () => {
      renameSync(library.root, away)
      mkdirSync(library.root)
    })
    expect(summary.state).toBe('lost')
    expect(await storageOf(library)).toEqual({ scanned_at: null, marker: null })
    const taken = (await library.works()).length
    expect(taken).toBeGreaterThan(0)
    expect(taken).toBeLessThan(works.length)
    rmSync(library.root, { recursive: true })
    renameSync(away, library.root)
    expect(await library.scan()).toMatchObject({ state: 'mounted', works: { added: works.length - taken } })
  })

  test('one that is lost once all files were looked at is reported as well', async () => {
    const library = filled()
    await library.scan()
    // Nothing is new and no file is read, so only the check at the end can notice it.
    const summary = await scanWhile(library, () => rmSync(library.root, { recursive: true }))
    expect(summary).toMatchObject({ state: 'lost', tracks: { missing: 0 } })
    expect(await missing(library)).toBe(0)
  })
})
