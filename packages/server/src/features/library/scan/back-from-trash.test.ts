import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { workKeyOf } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { writeInTurn } from '../../../db/changes.ts'
import { trashTracks, trashWorks } from '../../trash/trash.store.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { sound } from '../testing/library.ts'

const at = '2026-11-21T12:00:00.000Z'
const key = workKeyOf('RJ334212')

eachLibrary((given) => {
  test('files that come back bring themselves and their work back from the trash', async () => {
    const library = given()
    const path = library.put('RJ334212/1.wav', sound('a'))
    library.put('RJ334213/1.wav', sound('b'))
    await library.scan()
    const [before] = await library.tracks()
    rmSync(path)
    await library.scan()
    await writeInTurn(library.database.write, async (tx) => {
      expect(await trashTracks(tx, [before?.id ?? ''], at)).toHaveLength(1)
      expect(await trashWorks(tx, [key], at)).toEqual([key])
    })
    await library.scan()
    expect((await library.works())[0]).toMatchObject({ trashed_at: at, in_library: 0 })
    library.put('RJ334212/1.wav', sound('a'))
    expect(await library.scan()).toMatchObject({ works: { added: 0 } })
    expect((await library.works())[0]).toMatchObject({ trashed_at: null, in_library: 1 })
    expect((await library.tracks())[0]).toMatchObject({ id: before?.id, trashed_at: null, missing_at: null })
  })

  test('a work that somebody put there stays there while its folder is as it was', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a'))
    await library.scan()
    await writeInTurn(library.database.write, (tx) => trashWorks(tx, [key], at))
    await library.scan()
    expect((await library.works())[0]).toMatchObject({ trashed_at: at })
    library.put('RJ334212/2.wav', sound('more'))
    await library.scan()
    expect((await library.works())[0]).toMatchObject({ trashed_at: null })
  })

  test('an archive that comes brings its work back, one that lay there does not; gone, it is no file any more', async () => {
    const library = given()
    library.put('RJ334213/1.wav', sound('b'))
    const packed = library.put('RJ334212.zip', 'packed')
    await library.scan()
    await writeInTurn(library.database.write, (tx) => trashWorks(tx, [key], at))
    await library.scan()
    expect((await library.works())[0]).toMatchObject({ trashed_at: at })
    library.put('other/RJ334212.zip', 'packed')
    await library.scan()
    expect((await library.works())[0]).toMatchObject({ trashed_at: null })
    rmSync(packed)
    await library.scan()
    const rows = await library.database.read.selectFrom('packed_work').select('path').execute()
    expect(rows).toEqual([{ path: 'other/RJ334212.zip' }])
    rmSync(join(library.root, 'other'), { recursive: true })
    await library.scan()
    expect(await library.database.read.selectFrom('packed_work').select('path').execute()).toEqual([])
  })
})
