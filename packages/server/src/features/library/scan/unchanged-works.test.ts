import { renameSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eachLibrary } from '../testing/each-library.ts'
import { sound, type TestLibrary } from '../testing/library.ts'

const path = 'RJ334212 雨/1.wav'

eachLibrary((given) => {
  /** Returns whether a scan inspects the work: it then corrects the row that this function changed. */
  async function looksInto(
    library: TestLibrary,
    wishes: Parameters<TestLibrary['scan']>[0] = {},
  ): Promise<boolean> {
    await library.database.write.updateTable('track').set({ title: 'written over' }).execute()
    await library.scan(wishes)
    return (await library.tracks()).every(({ title }) => title !== 'written over')
  }

  const shelf = async () => {
    const library = given()
    library.put(path, sound('one'))
    library.put('RJ334212 雨/2.wav', sound('two'))
    library.put('RJ334212 雨/1.lrc', '[00:00.00]はい')
    library.put('RJ334212 雨/notes.txt', 'notes')
    await library.scan()
    return library
  }

  test('a work that is as it was is not looked into, and counts all the same', async () => {
    const library = await shelf()
    expect(await looksInto(library)).toBe(false)
    expect(await library.scan()).toMatchObject({
      state: 'mounted',
      works: { found: 1, added: 0 },
      tracks: { found: 2, unchanged: 2, changed: 0, missing: 0 },
    })
  })

  test.each<readonly [string, (library: TestLibrary) => void]>([
    [
      'a sound that was written over in place, with its size and its time',
      ({ root }) => {
        const file = join(root, path)
        const { atime, mtime } = statSync(file)
        writeFileSync(file, sound('other'))
        utimesSync(file, atime, mtime)
      },
    ],
    ['a sound that was cut off', ({ root }) => truncateSync(join(root, path), 400)],
    ['a new file', (library) => library.put('RJ334212 雨/booklet.pdf', 'pdf')],
    ['a file that is gone', ({ root }) => rmSync(join(root, 'RJ334212 雨/notes.txt'))],
    ['a text that says something else', (library) => library.put('RJ334212 雨/1.lrc', '[00:00.00]いいえ')],
    ['a renamed sound', ({ root }) => renameSync(join(root, path), join(root, 'RJ334212 雨/0.wav'))],
    ['a renamed folder', ({ root }) => renameSync(join(root, 'RJ334212 雨'), join(root, 'RJ334212 雪'))],
    ['a second folder of the work', (library) => library.put('more/RJ334212/3.wav', sound('three'))],
  ])('it is looked into after %s', async (_what, change) => {
    const library = await shelf()
    change(library)
    expect(await looksInto(library)).toBe(true)
    // With several folders, the main one is known only after all of them were inspected.
    await library.scan()
    expect(await looksInto(library)).toBe(false)
  })

  test.each<readonly [string, (library: TestLibrary) => Promise<unknown>]>([
    ['a track', ({ database }) => database.write.deleteFrom('track').where('path', '=', path).execute()],
    [
      'a track that went missing',
      ({ database }) =>
        database.write.updateTable('track').set({ missing_at: 'then' }).where('path', '=', path).execute(),
    ],
    ['the other files', ({ database }) => database.write.deleteFrom('work_file').execute()],
    ['the texts', ({ database }) => database.write.deleteFrom('lyrics').execute()],
    ['the work', ({ database }) => database.write.deleteFrom('work').execute()],
  ])('it is looked into where somebody took from the database %s', async (_what, take) => {
    const library = await shelf()
    await take(library)
    await library.scan()
    const rows = await library.database.read
      .selectFrom('track')
      .innerJoin('work', 'work.key', 'track.work_key')
      .select('path')
      .where('missing_at', 'is', null)
      .execute()
    expect(rows).toHaveLength(2)
    expect(await library.database.read.selectFrom('work_file').select('path').execute()).toHaveLength(2)
    expect(await library.database.read.selectFrom('lyrics').select('path').execute()).not.toHaveLength(0)
  })

  test('a fault is reported by every scan', async () => {
    const library = await shelf()
    library.put('RJ334213/1.wav', 'no sound')
    library.put('RJ334213/2.wav', sound('three'))
    await library.scan()
    expect(await library.faults()).toEqual([['RJ334213/1.wav', 'notAudio']])
    expect(await library.faults()).toEqual([['RJ334213/1.wav', 'notAudio']])
  })

  test('what is gone is gone, beside what is as it was', async () => {
    const library = await shelf()
    for (let id = 334_300; id < 334_330; id += 1) library.put(`RJ${id}/1.wav`, sound(String(id)))
    await library.scan()
    rmSync(join(library.root, 'RJ334300'), { recursive: true })
    expect(await library.scan()).toMatchObject({ tracks: { found: 31, unchanged: 31, missing: 1, held: 0 } })
    expect(await library.scan()).toMatchObject({ tracks: { found: 31, missing: 0 } })
  })
})
