import { unlinkSync } from 'node:fs'
import { workKeyOf } from '@koedana/contract/values.ts'
import { encodeM4b } from '@koedana/fakes/demo/m4b.ts'
import { composeSound, createMp3Writer } from '@koedana/fakes/demo/sound.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasArchive } from '../../works/works.store.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { sound } from '../testing/library.ts'
import { createListener, type Listener } from '../testing/media.ts'

eachLibrary((given) => {
  let listener: Listener

  beforeEach(async () => {
    listener = await createListener(given())
  })

  afterEach(() => listener.close())

  const reported = async () =>
    (await listener.files()).map(({ folder, title, format, set, preferred }) =>
      [folder, title, format, set, preferred ? 'preferred' : 'other'].join(' '),
    )

  test('of several sets and formats one is preferred and comes first, without what is missing', async () => {
    const library = given()
    const mp3 = await createMp3Writer()
    for (const [name, seconds] of [
      ['02 雨', 5],
      ['10 終', 1],
    ] as const) {
      library.put(`RJ334212/SEなし/${name}.wav`, sound(`quiet ${name}`, seconds))
      library.put(`RJ334212/MP3/${name}.mp3`, mp3(composeSound(name, seconds)))
    }
    const bonus = library.put('RJ334212/特典/おまけ.wav', sound('bonus'))
    await library.scan()
    expect(await reported()).toEqual([
      'MP3 雨 mp3 main preferred',
      'MP3 終 mp3 main preferred',
      ' 雨 wav main other',
      ' 終 wav main other',
      'SEなし 雨 wav withoutEffects other',
      'SEなし 終 wav withoutEffects other',
      '特典 おまけ wav bonus other',
    ])
    const [work] = await library.works()
    const length = (await listener.files())
      .slice(0, 2)
      .reduce((sum, { duration }) => sum + (duration ?? 0), 0)
    expect(work?.duration_seconds).toBe(Math.round(length))

    unlinkSync(bonus)
    unlinkSync(`${library.root}/RJ334212/MP3/10 終.mp3`)
    await library.scan({ acceptsLoss: true })
    expect((await reported()).slice(0, 3)).toEqual([
      ' 雨 wav main preferred',
      ' 終 wav main preferred',
      'MP3 雨 mp3 main other',
    ])
  })

  test('an audiobook file is a track with its length', async () => {
    const library = given()
    const mp3 = await createMp3Writer()
    library.put('RJ334212/30 book.m4b', encodeM4b(mp3(composeSound('book', 4))))
    await library.scan()
    const book = (await listener.files()).find(({ format }) => format === 'm4b')
    expect(book).toMatchObject({ title: 'book', set: 'main', preferred: true })
    expect(book?.duration).toBeCloseTo(4, 0)
  })

  test('a work is packed for as long as its archive lies there', async () => {
    const library = given()
    const archive = library.put('RJ334215.zip', 'packed')
    await library.scan()
    const isPacked = (id: string) => hasArchive(library.database.read, workKeyOf(id))
    expect([await isPacked('RJ334215'), await isPacked('RJ334212')]).toEqual([true, false])
    unlinkSync(archive)
    await library.scan({ acceptsLoss: true })
    expect(await isPacked('RJ334215')).toBe(false)
  })
})
