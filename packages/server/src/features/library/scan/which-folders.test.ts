import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eachLibrary } from '../testing/each-library.ts'
import { picture, sound } from '../testing/library.ts'

eachLibrary((given) => {
  test('what the server keeps in a folder below is no library', async () => {
    const library = given()
    const dataFolder = join(library.root, 'koedana/data')
    library.put('RJ334212/1.wav', sound('a', 1))
    library.put('koedana/data/covers/RJ334212/a/original.jpeg', await picture('#336'))
    library.put('koedana/data/forms/RJ334213/2.wav', sound('b', 1))
    library.put('koedana/data/library/RJ334214/3.wav', sound('c', 1))
    expect(await library.scan({ dataFolder })).toMatchObject({ works: { found: 2 }, covers: 0, faults: [] })
    expect((await library.tracks()).map(({ path }) => path)).toEqual([
      'RJ334212/1.wav',
      'koedana/data/library/RJ334214/3.wav',
    ])
    expect(await library.database.read.selectFrom('work_file').selectAll().execute()).toEqual([])
  })

  test('a second folder of a work belongs to it, behind the one that was taken in before', async () => {
    const library = given()
    library.put('b RJ334212/1.wav', sound('a', 1))
    await library.scan()
    library.put('a RJ334212/1.wav', sound('b', 2))
    library.put('a RJ334212/disc/2.wav', sound('c', 3))
    library.put('a RJ334212/cover.jpg', await picture('#336'))
    expect(await library.scan()).toMatchObject({ works: { found: 1, added: 0 }, covers: 1, faults: [] })
    expect(
      (await library.tracks()).map((row) => [row.path, row.folder, row.position, row.missing_at]),
    ).toEqual([
      ['a RJ334212/1.wav', 'a', 1, null],
      ['a RJ334212/disc/2.wav', 'a/disc', 2, null],
      ['b RJ334212/1.wav', '', 0, null],
    ])
    expect((await library.works()).map(({ duration_seconds }) => duration_seconds)).toEqual([6])
    expect(await library.scan()).toMatchObject({ tracks: { unchanged: 3, changed: 0 }, faults: [] })
  })

  test('copies in a second folder of a work are reported and not counted', async () => {
    const library = given()
    library.put('RJ334212/1.wav', sound('a', 1))
    library.put('RJ334212/2.wav', sound('b', 2))
    library.put('z backup/RJ334212/1.wav', sound('a', 1))
    library.put('RJ334212 bonus/1.wav', sound('a', 1))
    library.put('RJ334212 bonus/3.wav', sound('c', 3))
    for (const _ of ['first', 'again'])
      expect((await library.faults()).sort()).toEqual([
        ['RJ334212 bonus/1.wav', 'copy'],
        ['z backup/RJ334212', 'copy'],
      ])
    expect((await library.tracks()).map(({ path }) => path)).toEqual([
      'RJ334212 bonus/3.wav',
      'RJ334212/1.wav',
      'RJ334212/2.wav',
    ])
  })

  test('a folder deeper down belongs to its work; of one with the same sound that is reported', async () => {
    const library = given()
    library.put('RJ334212 first/1.wav', sound('a', 1))
    library.put('sub/RJ334212 second/2.wav', sound('b', 2))
    library.put('sub/RJ334212 third/3.wav', sound('a', 1))
    expect(await library.faults()).toEqual([['sub/RJ334212 third', 'copy']])
    expect(library.lines.join()).toContain('RJ334212 third: the same audio is already in')
    expect((await library.tracks()).map(({ path, folder }) => [path, folder])).toEqual([
      ['RJ334212 first/1.wav', ''],
      ['sub/RJ334212 second/2.wav', 'second'],
    ])
  })

  test('names of dots are looked at, hidden ones are not', async () => {
    const library = given()
    const names = ['...', '. .', '..cut RJ334212', '.hidden RJ334213', '._RJ334214']
    for (const name of names) library.put(`${name}/1.wav`, sound(name))
    expect(await library.faults()).toEqual([])
    expect((await library.tracks()).map(({ path }) => path).sort()).toEqual([
      '. ./1.wav',
      '.../1.wav',
      '..cut RJ334212/1.wav',
    ])
  })

  test('links out of the root, to nothing and in a circle are not followed; links inside are', async () => {
    const library = given()
    library.put('store/real/1.wav', sound('a'))
    symlinkSync(join(library.root, 'store/real'), join(library.root, 'RJ334212'))
    symlinkSync('/etc', join(library.root, 'RJ334213'))
    symlinkSync('nowhere', join(library.root, 'RJ334214'))
    symlinkSync(library.root, join(library.root, 'store/circle'))
    expect(await library.faults()).toEqual([
      ['RJ334213', 'linkOutside'],
      ['RJ334214', 'brokenLink'],
      ['store/circle', 'linkLoop'],
    ])
    expect((await library.tracks()).map(({ path }) => path)).toEqual(['RJ334212/1.wav'])
  })

  test('what links lead to inside the root is counted once, where its id is', async () => {
    const library = given()
    library.put('a/RJ334212/1.wav', sound('a'))
    library.put('b/RJ334213/1.wav', sound('b'))
    symlinkSync('../b', join(library.root, 'a/x'))
    symlinkSync('../a', join(library.root, 'b/y'))
    symlinkSync('a/RJ334212', join(library.root, 'RJ334212 again'))
    symlinkSync('a/RJ334212/1.wav', join(library.root, 'RJ334214.wav'))
    library.put('plain/1.wav', sound('c'))
    library.put('plain/deep/2.wav', sound('d'))
    symlinkSync('plain', join(library.root, 'RJ334215'))
    symlinkSync('plain/deep', join(library.root, 'RJ334216'))
    library.put('.store/one/1.wav', sound('e'))
    library.put('loose.wav', sound('f'))
    symlinkSync('../loose.wav', join(library.root, '.store/loose.wav'))
    symlinkSync('.store', join(library.root, 'RJ334217'))
    symlinkSync('.store/one', join(library.root, 'RJ334218'))
    expect((await library.faults()).sort()).toEqual([
      ['RJ334212 again', 'linkCounted'],
      ['RJ334214.wav', 'linkCounted'],
      ['RJ334216', 'linkCounted'],
      ['RJ334218', 'linkCounted'],
      ['a/x', 'linkCounted'],
      ['b/y', 'linkCounted'],
    ])
    expect((await library.tracks()).map(({ path }) => path)).toEqual([
      'RJ334215/1.wav',
      'RJ334215/deep/2.wav',
      'RJ334217/loose.wav',
      'RJ334217/one/1.wav',
      'a/RJ334212/1.wav',
      'b/RJ334213/1.wav',
    ])
  })
})
