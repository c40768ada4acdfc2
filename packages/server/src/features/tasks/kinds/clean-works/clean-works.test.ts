// @module-tag large
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eachLibrary } from '../../../library/testing/each-library.ts'
import { sound } from '../../../library/testing/library.ts'
import {
  cleanedAt,
  createCleanData,
  createLibrary,
  dump,
  foldersOf,
  goneIds,
  idOf,
  scannedAt,
  trashedWorks,
} from './testing/clean-fixtures.ts'
import { type CleanRun, runClean } from './testing/run-clean.ts'

eachLibrary((given) => {
  const clean = (wishes: Partial<CleanRun> = {}) => {
    const { database, coversFolder } = given()
    return runClean({ database, coversFolder, at: cleanedAt, ...wishes })
  }

  const withoutOutcome = (items: Awaited<ReturnType<typeof clean>>['items']) =>
    items.map(({ outcome: _, ...item }) => item)

  test('a dry run, the default, changes nothing and lists what a real run then does', async () => {
    const library = given()
    await createCleanData(library)
    const before = await dump(library)
    const planned = await clean()
    expect(await dump(library)).toBe(before)
    expect(existsSync(join(library.coversFolder, 'RJ900003'))).toBe(true)
    expect(new Set(planned.items.map(({ outcome }) => outcome))).toEqual(new Set(['planned']))
    const done = await clean({ dryRun: false })
    expect(withoutOutcome(done.items)).toEqual(withoutOutcome(planned.items))
    const files = foldersOf(goneIds).map((folder) => join(library.root, folder, '1.wav'))
    expect(done.items.map(({ item }) => item).sort()).toEqual(
      [...files, ...goneIds, 'RJ900002', 'genres/g8', 'genres/g9', 'RJ900003'].sort(),
    )
    expect(done.counts).toMatchObject({
      trashed: 4,
      'files.trashed': 3,
      removed: 1,
      'entities.removed': 2,
    })
    expect(await trashedWorks(library)).toEqual([...goneIds, 'RJ900002'].sort())
    expect(existsSync(join(library.coversFolder, 'RJ900003'))).toBe(false)
    // The next run finds entities that only the removed works used.
    expect((await clean({ dryRun: false })).items).toMatchObject([{ item: 'genres/g3', outcome: 'removed' }])
    expect((await clean({ dryRun: false })).items).toEqual([])
  })

  test('each thing says why it goes', async () => {
    await createCleanData(given())
    const { items } = await clean()
    const reasons = new Map(items.map(({ item, reason }) => [item.split('/').at(-1), reason]))
    expect(reasons.get('1.wav')).toBe('fileMissing')
    expect(reasons.get('RJ900002')).toBe('workGone')
    expect(reasons.get('g8')).toBe('nothingTiedToIt')
    expect(reasons.get('RJ900003')).toBe('trashedLongAgo')
  })

  test('a file waits for a week, what lies in the trash for a month', async () => {
    const library = given()
    await createLibrary(library)
    expect((await clean({ dryRun: false, at: '2026-11-08T23:59:59.999Z' })).items).toEqual([])
    expect((await clean({ dryRun: false, at: '2026-11-09T00:00:00.000Z' })).counts).toMatchObject({
      trashed: 3,
      'files.trashed': 3,
    })
    expect((await clean({ dryRun: false, at: '2026-12-08T23:59:59.999Z' })).items).toEqual([])
    const last = await clean({ dryRun: false, at: '2026-12-09T00:00:00.000Z' })
    expect(last.counts).toMatchObject({ removed: 3, 'files.removed': 3 })
    expect(await library.works()).toHaveLength(37)
    expect(await library.tracks()).toHaveLength(37)
    // The maker had no other work, so the next run finds it.
    expect((await clean({ dryRun: false, at: '2026-12-09T00:00:01.000Z' })).items).toMatchObject([
      { name: 'House gone', outcome: 'removed', reason: 'nothingTiedToIt' },
    ])
  })

  test('files of a disk that is not there are passed over, and so are their works', async () => {
    const library = given()
    await createLibrary(library)
    renameSync(library.root, `${library.root}-away`)
    const { items, counts } = await clean({ dryRun: false })
    expect(items).toContainEqual({
      item: library.root,
      thing: 'storages',
      outcome: 'skipped',
      reason: 'notMounted',
    })
    expect(items.filter(({ reason }) => reason === 'notMounted')).toHaveLength(4)
    expect(counts.trashed).toBeUndefined()
    mkdirSync(library.root)
    expect((await clean({ dryRun: false })).counts.trashed).toBeUndefined()
    expect(await trashedWorks(library)).toEqual([])
  })

  test('a storage that was emptied is passed over', async () => {
    const library = given()
    await createLibrary(library)
    const here = (await library.tracks()).filter(({ missing_at }) => missing_at === null)
    for (const { path } of here) rmSync(join(library.root, path.split('/')[0] ?? ''), { recursive: true })
    const { items, counts } = await clean({ dryRun: false })
    expect(items).toContainEqual({
      item: library.root,
      thing: 'storages',
      outcome: 'skipped',
      reason: 'massLoss',
    })
    expect(counts.trashed).toBeUndefined()
    expect(await trashedWorks(library)).toEqual([])
  })

  test('a file that is back, though no scan has seen it yet, stays with its work', async () => {
    const library = given()
    await createLibrary(library)
    const [folder] = foldersOf(goneIds)
    library.put(`${folder}/1.wav`, sound('back'))
    const planned = await clean()
    const done = await clean({ dryRun: false })
    expect(withoutOutcome(done.items)).toEqual(withoutOutcome(planned.items))
    expect(await trashedWorks(library)).toEqual(goneIds.slice(1))
  })

  test('more than a tenth at once stops a real run before anything is changed, and warns in a dry one', async () => {
    const library = given()
    await createLibrary(library)
    const many = [idOf(35), idOf(36), idOf(37)]
    for (const folder of foldersOf(many)) rmSync(join(library.root, folder), { recursive: true })
    await library.scan({ at: '2026-11-02T01:00:00.000Z', acceptsLoss: true })
    const before = await dump(library)
    await expect(clean({ dryRun: false })).rejects.toThrow(
      /6 of 40 files in .* at once \(15%\)\. 6 of 40 works .* Nothing was changed\./,
    )
    expect(await dump(library)).toBe(before)
    const planned = await clean()
    expect(planned.lines.join('\n')).toContain('6 of 40 works would be moved to the trash at once (15%)')
    expect(planned.counts).toMatchObject({ planned: 6, 'files.planned': 6, 'storages.skipped': 1 })
    const done = await clean({ dryRun: false, allowMassLoss: true })
    expect(withoutOutcome(done.items)).toEqual(withoutOutcome(planned.items))
    expect(await trashedWorks(library)).toHaveLength(6)
  })

  test('steps are small', async () => {
    const library = given()
    const at = scannedAt
    const rows = Array.from({ length: 120 }, (_, n) => ({
      id: `g${n}`,
      name: `${n}`,
      kana: null,
      created_at: at,
      updated_at: at,
    }))
    await library.database.write.insertInto('genre').values(rows).execute()
    const { counts, largestStep } = await clean({ dryRun: false })
    expect(counts).toEqual({ 'entities.removed': 120 })
    expect(largestStep).toBeLessThanOrEqual(50)
  })
})
