import { workKeyOf } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { findByIds } from '../../editing/editable-work.store.ts'
import { mergeInto, renameEntity } from '../../editing/merge.store.ts'
import { storedOrigins } from '../../metadata/ingest/testing/source-batches.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { picture, sound } from '../testing/library.ts'

const noon = '2026-11-20T12:00:00.000Z'
const evening = '2026-11-20T18:00:00.000Z'

eachLibrary((given) => {
  const lockCover = (id: string) =>
    given()
      .database.write.insertInto('work_lock')
      .values({ work_key: workKeyOf(id), field: 'cover', user_key: null, at: noon })
      .execute()

  test('a cover that people chose stays, until it is the folder’s again', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a'))
    library.put('RJ334212/cover.jpg', await picture('#336'))
    await library.scan()
    await lockCover('RJ334212')
    const [before] = await library.works()
    library.put('RJ334212/cover.jpg', await picture('#fed'))
    expect((await library.scan({ at: evening })).covers).toBe(0)
    expect((await library.works())[0]?.cover_version).toBe(before?.cover_version)
    await library.database.write.deleteFrom('work_lock').execute()
    expect((await library.scan({ at: evening })).covers).toBe(1)
    expect((await library.works())[0]?.cover_version).not.toBe(before?.cover_version)
  })

  test('length and cover are the folder’s, from when it told them', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a'))
    await library.scan()
    library.put('RJ334212/2.wav', sound('b'))
    library.put('RJ334212/cover.jpg', await picture('#336'))
    await library.scan({ at: evening })
    const origins = await storedOrigins(library.database, 'RJ334212')
    expect(origins.get('duration')).toEqual({ source: 'folder', at: evening })
    expect(origins.get('cover')).toEqual({ source: 'folder', at: evening })
    expect(origins.get('name')).toEqual({ source: 'folder', at: noon })
  })

  test('the maker that a folder names is found under another name, and after it was merged', async () => {
    const library = given()
    const { write } = library.database
    library.put('[Old House] RJ334212 One/1.wav', sound('a'))
    library.put('[New House] RJ334213 Two/1.wav', sound('b'))
    await library.scan()
    const makers = await write.selectFrom('maker').selectAll().orderBy('name').execute()
    const [now, old] = makers
    if (!now || !old) throw new Error('two makers were named')
    await renameEntity(write, {
      kind: 'makers',
      key: old.key,
      name: 'Older House',
      locale: 'en-US',
      now: noon,
    })
    library.put('[Old House] RJ334214 Three/1.wav', sound('c'))
    await library.scan()
    const into = (await findByIds(write, 'makers', [now.id])).get(now.id)
    const from = (await findByIds(write, 'makers', [old.id])).get(old.id)
    if (!into || !from) throw new Error('both are there')
    await mergeInto(write, { kind: 'makers', from, into })
    library.put('[Old House] RJ334215 Four/1.wav', sound('d'))
    library.put('[Older House] RJ334216 Five/1.wav', sound('e'))
    await library.scan()
    const works = await library.works()
    expect(works.map(({ maker_key }) => maker_key)).toEqual(Array(5).fill(now.key))
  })
})
