import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { workIdOf, workKeyOf } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { eachLibrary } from '../../testing/each-library.ts'
import { sound, type TestLibrary } from '../../testing/library.ts'

const findings = ({ database }: TestLibrary) =>
  database.read.selectFrom('folder_finding').selectAll().orderBy('path').execute()

const reasonsOf = async (library: TestLibrary) =>
  (await findings(library)).map(({ path, reason, file_count }) => [path, reason, file_count])

async function decide(
  { database }: TestLibrary,
  path: string,
  decided: { decision: 'work' | 'own' | 'ignored' | null; id?: string; title?: string },
): Promise<void> {
  const { decision, id, title = null } = decided
  await database.write
    .updateTable('folder_finding')
    .set({ decision, title, decided_key: id === undefined ? null : workKeyOf(id), decided_at: '2026-11-20' })
    .where('path', '=', path)
    .execute()
}

const here = async (library: TestLibrary) =>
  (await library.tracks())
    .filter(({ missing_at }) => missing_at === null)
    .map(({ path, work_key }) => [path, workIdOf(work_key)])

const shelf = async (library: TestLibrary) =>
  (await library.works()).filter(({ trashed_at }) => trashed_at === null).map(({ id, name }) => [id, name])

eachLibrary((given) => {
  test('each folder that cannot be settled is reported with its reason, and no longer once it can', async () => {
    const library = given()
    library.put('rain without id/1.wav', sound('a'))
    library.put('rain without id/disc 2/2.wav', sound('b'))
    library.put('RJ334212 RJ334213 both/1.wav', sound('c'))
    library.put('RJ334214 pictures/1.txt', 'nothing to hear')
    library.put('tapes/1.tta', 'a tape')
    library.put('pictures/1.txt', 'no recording at all')
    library.put('RJ334215/1.wav', sound('d'))
    await library.scan()
    expect(await reasonsOf(library)).toEqual([
      ['RJ334212 RJ334213 both', 'severalIds', 1],
      ['RJ334214 pictures', 'noSound', 0],
      ['rain without id', 'noId', 2],
      ['tapes', 'unplayable', 1],
    ])
    const [first] = await findings(library)
    expect(first?.work_key).toBe(workKeyOf('RJ334212'))
    const before = await findings(library)
    await library.scan()
    expect(await findings(library)).toEqual(before)
    renameSync(join(library.root, 'rain without id'), join(library.root, 'RJ334216 rain'))
    rmSync(join(library.root, 'tapes'), { recursive: true })
    await library.scan()
    expect((await reasonsOf(library)).map(([path]) => path)).toEqual([
      'RJ334212 RJ334213 both',
      'RJ334214 pictures',
    ])
  })

  test('an id that the marketplace does not know is reported, until it does or somebody has decided', async () => {
    const library = given()
    library.put('RJ334212 rain/1.wav', sound('a'))
    library.put('RJ334213 snow/1.wav', sound('b'))
    await library.scan()
    expect(await reasonsOf(library)).toEqual([])
    const { write } = library.database
    const looked = (id: string, absent: string | null) =>
      write
        .insertInto('marketplace_record')
        .values({ key: workKeyOf(id), id, wanted: 0, absences: absent ? 1 : 0, absent_since: absent })
        .execute()
    await looked('RJ334212', '2026-11-20T12:00:00.000Z')
    await looked('RJ334213', null)
    await library.scan()
    expect(await reasonsOf(library)).toEqual([['RJ334212 rain', 'unknownId', 1]])
    // A work that another source provides counts as known.
    await write.updateTable('work').set({ origin: 'feed' }).where('id', '=', 'RJ334212').execute()
    await library.scan()
    expect(await reasonsOf(library)).toEqual([])
    await write.updateTable('work').set({ origin: 'folder' }).where('id', '=', 'RJ334212').execute()
    await library.scan()
    await decide(library, 'RJ334212 rain', { decision: 'own', id: 'KD00000077', title: 'Rain' })
    await library.scan()
    expect(await here(library)).toEqual([
      ['RJ334212 rain/1.wav', 'KD00000077'],
      ['RJ334213 snow/1.wav', 'RJ334213'],
    ])
  })

  test('a set of works is no work, and what lies loose in it is reported with the ids of its name', async () => {
    const library = given()
    library.put('RJ334212-RJ334213 set/RJ334212/1.wav', sound('a'))
    library.put('RJ334212-RJ334213 set/RJ334213/1.wav', sound('b'))
    await library.scan()
    expect(await reasonsOf(library)).toEqual([])
    library.put('RJ334212-RJ334213 set/bonus.wav', sound('c'))
    await library.scan()
    expect(await reasonsOf(library)).toEqual([['RJ334212-RJ334213 set', 'severalIds', 1]])
    expect((await here(library)).map(([, id]) => id?.replace(/^KD.*/, 'own'))).toEqual([
      'RJ334212',
      'RJ334213',
      'own',
    ])
  })

  test('a folder that was given an id is that work, and what it was taken for is gone from the shelf', async () => {
    const library = given()
    library.put('rain/1.wav', sound('a'))
    library.put('RJ334217/1.wav', sound('z'))
    await library.scan()
    const [before] = await library.tracks()
    await decide(library, 'rain', { decision: 'work', id: 'RJ334212' })
    for (const _ of ['once', 'again']) {
      await library.scan()
      expect(await here(library)).toContainEqual(['rain/1.wav', 'RJ334212'])
      expect((await shelf(library)).map(([id]) => id)).toEqual(['RJ334212', 'RJ334217'])
    }
    expect((await library.tracks()).map(({ id }) => id)).toContain(before?.id)
    await decide(library, 'rain', { decision: null })
    await library.scan()
    const [own] = await here(library).then((all) => all.filter(([path]) => path === 'rain/1.wav'))
    expect(own?.[1]).toMatch(/^KD/)
    expect(await shelf(library)).toContainEqual([own?.[1], 'rain'])
  })

  test('an own work has the title it was given, and all of it that lies in the folder', async () => {
    const library = given()
    library.put('RJ334212 RJ334213 [mix]/a/1.wav', sound('a'))
    library.put('RJ334212 RJ334213 [mix]/b/2.wav', sound('b'))
    await library.scan()
    await decide(library, 'RJ334212 RJ334213 [mix]', {
      decision: 'own',
      id: 'KD00000001',
      title: '[Mix] of two',
    })
    await library.scan()
    expect((await here(library)).map(([, id]) => id)).toEqual(['KD00000001', 'KD00000001'])
    expect(await shelf(library)).toContainEqual(['KD00000001', '[Mix] of two'])
  })

  test('what is ignored is not read, however much of the storage it is, and comes back whole', async () => {
    const library = given()
    for (const name of ['one', 'two', 'three']) library.put(`${name}/1.wav`, sound(name))
    library.put('one/RJ334212/1.wav', sound('inside'))
    await library.scan()
    const before = await library.tracks()
    for (const name of ['one', 'two', 'three']) await decide(library, name, { decision: 'ignored' })
    expect(await library.scan()).toMatchObject({ tracks: { held: 0, missing: 3 } })
    expect(await here(library)).toEqual([['one/RJ334212/1.wav', 'RJ334212']])
    expect((await shelf(library)).map(([id]) => id)).toEqual(['RJ334212'])
    for (const name of ['one', 'two', 'three']) await decide(library, name, { decision: null })
    await library.scan()
    expect((await library.tracks()).map(({ id, work_key, path }) => [id, work_key, path])).toEqual(
      before.map(({ id, work_key, path }) => [id, work_key, path]),
    )
    expect((await shelf(library)).length).toBe(4)
  })

  test('a decision goes with its folder, and stays with a folder of the same files that is new', async () => {
    const library = given()
    library.put('noise/1.wav', sound('a'))
    library.put('noise/sub/2.wav', sound('b'))
    library.put('rain/1.wav', sound('c'))
    await library.scan()
    await decide(library, 'noise', { decision: 'ignored' })
    await decide(library, 'rain', { decision: 'work', id: 'RJ334212' })
    await library.scan()
    mkdirSync(join(library.root, 'deep'))
    renameSync(join(library.root, 'noise'), join(library.root, 'deep/other noise'))
    renameSync(join(library.root, 'rain'), join(library.root, 'deep/other rain'))
    await library.scan()
    expect(await here(library)).toEqual([['deep/other rain/1.wav', 'RJ334212']])
    expect((await findings(library)).map(({ path, decision }) => [path, decision])).toEqual([
      ['deep/other noise', 'ignored'],
      ['deep/other rain', 'work'],
    ])
    library.put('copy of noise/1.wav', sound('a'))
    library.put('copy of noise/sub/2.wav', sound('b'))
    await library.scan()
    expect((await reasonsOf(library)).map(([path]) => path)).toContain('copy of noise')
  })

  test('where a folder could not be read, or much is gone, what was reported of it stays', async () => {
    const library = given()
    for (const name of ['one', 'two', 'three']) library.put(`${name}/1.wav`, sound(name))
    await library.scan()
    const before = await findings(library)
    for (const name of ['one', 'two']) rmSync(join(library.root, name), { recursive: true })
    expect(await library.scan()).toMatchObject({ tracks: { held: 2 } })
    expect(await findings(library)).toEqual(before)
    await library.scan({ acceptsLoss: true })
    expect((await reasonsOf(library)).map(([path]) => path)).toEqual(['three'])
  })
})
