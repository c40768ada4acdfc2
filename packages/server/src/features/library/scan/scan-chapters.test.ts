// @module-tag large
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eachLibrary } from '../testing/each-library.ts'
import { ffmpegTool, hasFfmpeg } from '../testing/ffmpeg.ts'
import { sound } from '../testing/library.ts'
import { maxChapters } from './sounds/chapters.rules.ts'

eachLibrary((library) => {
  const chapters = async () =>
    Object.fromEntries(
      (await library().tracks()).map(({ path, chapters: stored, chapters_from }) => [
        path,
        [chapters_from, ...JSON.parse(stored ?? '[]')],
      ]),
    )
  const two = [
    'FILE "a.wav" WAVE',
    'TRACK 01 AUDIO',
    'TITLE "一"',
    'INDEX 01 00:00:00',
    'TRACK 02 AUDIO',
    'TITLE "二"',
    'INDEX 01 00:01:00',
  ].join('\n')
  const expected = [
    { startMs: 0, title: '一' },
    { startMs: 1000, title: '二' },
  ]

  test('what a sound is made of is kept', async () => {
    library().put('RJ334212/a.wav', sound('a', 2))
    await library().scan()
    expect(await library().tracks()).toMatchObject([
      {
        codec: 'PCM',
        bit_depth: 16,
        sample_rate: expect.any(Number),
        channels: expect.any(Number),
        chapters: null,
      },
    ])
  })

  test('a cue sheet counts before a text, each for its own sound, and goes as it came', async () => {
    library().put('RJ334212/a.wav', sound('a', 3))
    library().put('RJ334212/b.wav', sound('b', 3))
    library().put('RJ334212/a.cue', two)
    library().put('RJ334212/a.txt', '0:00 other\n0:02 words')
    library().put('RJ334212/b.txt', '0:00 はじめ\n0:02 おわり')
    await library().scan()
    const texts = [
      { startMs: 0, title: 'はじめ' },
      { startMs: 2000, title: 'おわり' },
    ]
    expect(await chapters()).toEqual({
      'RJ334212/a.wav': ['cue', ...expected],
      'RJ334212/b.wav': ['text', ...texts],
    })
    expect((await library().scan()).tracks).toMatchObject({ unchanged: 2, changed: 0 })
    rmSync(join(library().root, 'RJ334212/a.cue'))
    rmSync(join(library().root, 'RJ334212/b.txt'))
    await library().scan()
    expect(await chapters()).toMatchObject({
      'RJ334212/a.wav': ['text', { title: 'other' }, {}],
      'RJ334212/b.wav': [null],
    })
    library().put('RJ334212/a.cue', two)
    await library().scan()
    expect(await chapters()).toMatchObject({ 'RJ334212/a.wav': ['cue', ...expected] })
  })

  test('a list of tracks is of the only sound beside it, and of none where it goes on behind its end', async () => {
    library().put('RJ334212/all.wav', sound('a', 3))
    library().put('RJ334212/トラックリスト.txt', '00:00 一\n00:01 二')
    library().put('RJ334213/all.wav', sound('b', 3))
    library().put('RJ334213/tracklist.txt', '00:00 一\n10:01 二')
    await library().scan()
    expect(await chapters()).toEqual({
      'RJ334212/all.wav': ['text', ...expected],
      'RJ334213/all.wav': [null],
    })
  })

  test('of very many chapters the first are kept, and the report says so', async () => {
    const at = (n: number) => `00:0${Math.floor(n / 1000)}.${String(n % 1000).padStart(3, '0')}`
    const lines = Array.from({ length: 2_500 }, (_, n) => `${at(n)} no. ${n}`)
    library().put('RJ334212/a.wav', sound('a', 3))
    library().put('RJ334212/a.txt', lines.join('\n'))
    library().put('RJ334213/b.wav', sound('b', 2))
    library().put('RJ334213/b.txt', lines.join('\n'))
    const { faults } = await library().scan()
    expect(faults.filter(({ reason }) => reason === 'chaptersCut')).toEqual([
      { path: 'RJ334212/a.txt', reason: 'chaptersCut' },
      { path: 'RJ334213/b.txt', reason: 'chaptersCut' },
    ])
    const found = await chapters()
    expect(found['RJ334212/a.wav']?.slice(0, 2)).toEqual(['text', { startMs: 0, title: 'no. 0' }])
    expect(found['RJ334212/a.wav']).toHaveLength(1 + maxChapters)
    // The text has times after the end of this track.
    expect(found['RJ334213/b.wav']).toEqual([null])
  })

  test('a library that was scanned before learns it with the next scan, and only once', async () => {
    library().put('RJ334212/a.wav', sound('a', 2))
    await library().scan()
    await library().database.write.deleteFrom('scanned_work').execute()
    await library()
      .database.write.updateTable('track')
      .set({ codec: null, bit_depth: null, read_as: null })
      .execute()
    await library().scan()
    expect(await library().tracks()).toMatchObject([{ codec: 'PCM', bit_depth: 16 }])
    expect((await library().scan()).tracks).toMatchObject({ unchanged: 1, changed: 0 })
  })

  describe.skipIf(!hasFfmpeg)('chapters that ffmpeg wrote', () => {
    const metadata =
      ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle=一\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=1000\nEND=3000\ntitle=二\n'
    const write = (name: string, codec: string) => {
      const wav = library().put('in.wav', sound('a', 3))
      const about = library().put('chapters', metadata)
      library().put(`RJ334212/${name}`, '')
      const to = join(library().root, 'RJ334212', name)
      ffmpegTool('-i', wav, '-i', about, '-map_metadata', '1', '-map', '0:a', '-c:a', codec, to)
      for (const path of [wav, about]) rmSync(path)
    }

    test.each([
      ['a.m4b', 'aac'],
      ['a.mp3', 'libmp3lame'],
      ['a.mka', 'flac'],
      ['a.webm', 'libopus'],
    ])('are read from %s', async (name, codec) => {
      write(name, codec)
      await library().scan()
      expect(await chapters()).toEqual({ [`RJ334212/${name}`]: ['tags', ...expected] })
    })

    test('and cut off or garbled keep no sound from being heard', async () => {
      write('a.m4b', 'aac')
      const whole = readFileSync(join(library().root, 'RJ334212/a.m4b'))
      const at = whole.indexOf('chpl')
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 60 }), async (garbage) => {
          const broken = Buffer.from(whole)
          broken.set(garbage, at + 8)
          library().put('RJ334212/a.m4b', broken)
          await library().scan()
          expect(await library().tracks()).toMatchObject([
            { codec: expect.stringMatching(/AAC/), missing_at: null },
          ])
        }),
        { numRuns: 15 },
      )
    })
  })
})
