import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eachLibrary } from '../testing/each-library.ts'
import { sound, type TestLibrary } from '../testing/library.ts'

const works = ['RJ334212', 'RJ334213', 'RJ334214']

eachLibrary((given) => {
  async function scanned(): Promise<TestLibrary> {
    const library = given()
    for (const id of works) library.put(`${id}/1.wav`, sound(id))
    await library.scan()
    return library
  }

  async function expectAllHere(library: TestLibrary) {
    expect((await library.tracks()).map(({ missing_at }) => missing_at)).toEqual([null, null, null])
    expect((await library.works()).map(({ in_library }) => in_library)).toEqual([1, 1, 1])
  }

  const remove = (library: TestLibrary, ids: readonly string[]) => {
    for (const id of ids) rmSync(join(library.root, id), { recursive: true })
  }

  test('the first scan that comes to its end leaves a mark, and no later one another', async () => {
    const library = await scanned()
    const mark = readFileSync(join(library.root, '.koedana-storage'), 'utf8')
    await library.scan()
    expect(readFileSync(join(library.root, '.koedana-storage'), 'utf8')).toBe(mark)
    const storage = await library.database.read.selectFrom('storage').selectAll().executeTakeFirstOrThrow()
    expect(`${storage.marker}\n`).toBe(mark)
  })

  test('a mark of another server is left as it is', async () => {
    const library = given()
    library.put('.koedana-storage', 'of-another-server\n')
    library.put('RJ334212/1.wav', sound('a'))
    await library.scan()
    expect(readFileSync(join(library.root, '.koedana-storage'), 'utf8')).toBe('of-another-server\n')
    expect(await library.scan()).toMatchObject({ state: 'mounted', tracks: { unchanged: 1 } })
  })

  test('a root that is gone, empty without its mark, or another disk is reported, and nothing is taken for gone', async () => {
    const library = await scanned()
    const away = `${library.root}-away`
    renameSync(library.root, away)
    expect(await library.scan()).toMatchObject({ state: 'notMounted' })
    mkdirSync(library.root)
    expect(await library.scan()).toMatchObject({ state: 'notMounted' })
    library.put('something else/1.wav', sound('else'))
    expect(await library.scan()).toMatchObject({ state: 'notMounted', tracks: { found: 0 } })
    expect(library.lines.at(-1)).toContain('a different disk than before, so nothing was changed')
    await expectAllHere(library)
    rmSync(library.root, { recursive: true })
    renameSync(away, library.root)
    expect(await library.scan()).toMatchObject({ state: 'mounted', tracks: { unchanged: 3 } })
  })

  test('a root with its mark and nothing else was emptied: told, and only taken for gone when accepted', async () => {
    const library = await scanned()
    remove(library, works)
    expect(readdirSync(library.root)).toEqual(['.koedana-storage'])
    expect(await library.scan()).toMatchObject({ state: 'emptied' })
    await expectAllHere(library)
    expect(await library.scan({ acceptsLoss: true })).toMatchObject({
      state: 'mounted',
      tracks: { missing: 3 },
    })
    expect((await library.works()).map(({ in_library }) => in_library)).toEqual([0, 0, 0])
  })

  test('more than a tenth gone at once is reported and not marked, until somebody accepts it', async () => {
    const library = await scanned()
    remove(library, works.slice(1))
    expect(await library.scan()).toMatchObject({ state: 'mounted', tracks: { missing: 0, held: 2 } })
    expect(library.lines.join('\n')).toContain('2 more files are missing, too many at once')
    await expectAllHere(library)
    expect(await library.scan({ acceptsLoss: true })).toMatchObject({ tracks: { missing: 2, held: 0 } })
    expect((await library.works()).map(({ in_library }) => in_library)).toEqual([1, 0, 0])
  })

  test('one work of a small library may go', async () => {
    const library = await scanned()
    remove(library, works.slice(0, 1))
    expect(await library.scan()).toMatchObject({ tracks: { missing: 1, held: 0 } })
  })

  test('a disk that came without its mark is accepted when somebody says so, and known from then on', async () => {
    const library = await scanned()
    rmSync(join(library.root, '.koedana-storage'))
    expect(await library.scan()).toMatchObject({ state: 'notMounted' })
    expect(await library.scan({ acceptsLoss: true })).toMatchObject({
      state: 'mounted',
      tracks: { unchanged: 3 },
    })
    expect(await library.scan()).toMatchObject({ state: 'mounted' })
  })

  test('where no mark can be written, the names at the top are remembered', async () => {
    const library = given()
    for (const id of works) library.put(`${id}/1.wav`, sound(id))
    // A folder with the name of the mark file prevents even root from writing it.
    mkdirSync(join(library.root, '.koedana-storage'))
    expect(await library.scan()).toMatchObject({ state: 'mounted' })
    expect(await library.scan()).toMatchObject({ state: 'mounted', tracks: { unchanged: 3 } })
    for (const id of works) renameSync(join(library.root, id), join(library.root, `${id}-away`))
    expect(await library.scan()).toMatchObject({ state: 'notMounted' })
    await expectAllHere(library)
  })

  test.skipIf(process.getuid?.() === 0)('a folder that cannot be read loses nothing', async () => {
    const library = await scanned()
    chmodSync(join(library.root, 'RJ334213'), 0)
    expect(await library.scan()).toMatchObject({ tracks: { missing: 0, held: 0 }, faultCount: 1 })
    chmodSync(join(library.root, 'RJ334213'), 0o755)
    await expectAllHere(library)
  })

  test('a folder that became something unreadable loses nothing below it', async () => {
    const library = await scanned()
    const folder = join(library.root, 'RJ334213')
    rmSync(folder, { recursive: true })
    // A broken link in place of a folder, as left by a lost bind mount or union branch. It is unreadable even for root.
    symlinkSync('nowhere', folder)
    expect(await library.scan()).toMatchObject({ tracks: { missing: 0, held: 0 }, faultCount: 1 })
    await expectAllHere(library)
  })
})
