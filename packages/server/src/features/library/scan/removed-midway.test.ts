import { workKeyOf } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { writeInTurn } from '../../../db/changes.ts'
import { createLog } from '../../../lib/log.ts'
import { removeStorage } from '../../storage-admin/storage-admin.store.ts'
import { openLocalStorage } from '../../storages/local/local-storage.ts'
import type { Storage } from '../../storages/storage.ts'
import { removeWorks, trashWorks } from '../../trash/trash.store.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { sound, type TestLibrary } from '../testing/library.ts'
import { releaseInBackground } from './release-files.ts'
import type { ScanInput, ScanSummary } from './scan.ts'
import { scanStorage } from './scan-storage.ts'
import { saveStorage } from './storages.store.ts'

const now = () => new Date('2026-11-20T12:00:00.000Z')
/** Enough works for three batches. */
const works = Array.from({ length: 45 }, (_, at) => `RJ${334_212 + at}`)

eachLibrary((given) => {
  async function remove({ database }: TestLibrary, key: number): Promise<void> {
    await removeStorage(database.write, key, now().toISOString())
    await releaseInBackground({ background: database, now, log: createLog('silent') })
  }

  const scan = (
    { database, root, coversFolder }: TestLibrary,
    wishes: Pick<ScanInput, 'isKnown' | 'report'> & { readonly remote?: Storage },
  ): Promise<ScanSummary> => scanStorage({ database, root, unknownAge: 'all', coversFolder, now, ...wishes })

  const storages = ({ database }: TestLibrary) =>
    database.read.selectFrom('storage').select(['key', 'removed_at', 'last_scan']).execute()

  /** The folder as a network storage, whose calls can be delayed. */
  function remoteOf({ root }: TestLibrary, before: (call: string) => Promise<void>): Storage {
    const { pathOf: _here, ...storage } = openLocalStorage(root)
    return {
      ...storage,
      list: async (ref, page) => {
        await before(`list ${ref}`)
        return storage.list(ref, page)
      },
      open: async (ref) => {
        await before(`open ${ref}`)
        return storage.open(ref)
      },
    }
  }

  test.each([
    ['walked', `list ${works[0]}`],
    ['read', `open ${works[44]}/1.wav`],
  ])(
    'a storage that is removed while it is %s stays removed, and none of its files comes back',
    async (_, moment) => {
      const library = given()
      for (const id of works) library.put(`${id}/1.wav`, sound(id))
      const key = await saveStorage(library.database.write, { root: library.root, unknownAge: 'r18' })
      let removed: Promise<void> | undefined
      const remote = remoteOf(library, async (call) => {
        if (call !== moment) return
        removed ??= remove(library, key)
        await removed
      })
      const summary = await scan(library, { remote, isKnown: true, report: () => {} })
      expect(removed).toBeDefined()
      expect(summary.state).toBe('lost')
      const tracks = await library.tracks()
      expect(tracks.length).toBeLessThan(works.length)
      expect(tracks.filter(({ missing_at }) => missing_at === null)).toEqual([])
      expect((await library.works()).filter(({ in_library }) => in_library === 1)).toEqual([])
      expect(await storages(library)).toEqual([{ key, removed_at: now().toISOString(), last_scan: null }])
    },
  )

  test('a work that is removed for good while its files are read fails no scan, and comes again with the next', async () => {
    const library = given()
    const [first = '', second = ''] = works
    for (const id of [first, second]) library.put(`${id}/1.wav`, sound(id))
    const again = () => scan(library, { remote: remoteOf(library, async () => {}), report: () => {} })
    await again()
    library.put(`${first}/2.wav`, sound('new'))
    library.put(`${first}/1.lrc`, '[00:00.00]words')
    library.put(`${first}/note.pdf`, 'pdf')
    library.put(`${second}/2.wav`, sound('new as well'))
    const key = workKeyOf(first)
    const remote = remoteOf(library, async (call) => {
      if (call !== `open ${first}/2.wav`) return
      await writeInTurn(library.database.write, async (tx) => {
        await trashWorks(tx, [key], now().toISOString())
        expect(await removeWorks(tx, [key])).toHaveLength(1)
      })
    })
    const paths = async () => (await library.tracks()).map(({ path }) => path)
    expect(await scan(library, { remote, report: () => {} })).toMatchObject({ state: 'mounted', faults: [] })
    expect(await paths()).toEqual([`${second}/1.wav`, `${second}/2.wav`])
    expect(await again()).toMatchObject({ works: { added: 1 }, tracks: { added: 2 } })
    expect(await paths()).toHaveLength(4)
  })

  test('what people decide of a storage while it is walked stays, and one that was removed comes back by hand', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('rain'))
    const { database } = library
    const key = await saveStorage(database.write, { root: library.root, unknownAge: 'all' })
    await database.write.updateTable('storage').set({ unknown_age_category: 'r18' }).execute()
    expect(await scan(library, { isKnown: true, report: () => {} })).toMatchObject({ state: 'mounted' })
    const row = await database.read.selectFrom('storage').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ key, unknown_age_category: 'r18' })
    await remove(library, key)
    expect(await scan(library, { report: () => {} })).toMatchObject({ state: 'mounted' })
    expect(await storages(library)).toMatchObject([{ key, removed_at: null }])
  })
})
