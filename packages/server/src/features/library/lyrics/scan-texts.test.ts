import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { latestSeq } from '../../../db/changes.ts'
import { createSharedBlock } from '../scan/sounds/range-port.ts'
import type { SoundThreads } from '../scan/sounds/sound-reader.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { sound, type TestLibrary } from '../testing/library.ts'

const work = '[RJ334212]雨の図書館'
const japanese = '[00:00.00]雨が降っています\n[00:00.10]おやすみなさい\n'
const chinese = '[00:00.00]外面在下雨\n[00:00.10]晚安，好梦\n'

/** Worker threads that never respond. A real parser might finish within the shortest timeout. */
const silentThreads: SoundThreads = {
  start: () => {
    const worker = new Worker('setInterval(() => undefined, 1_000)', { eval: true })
    worker.unref()
    return { worker, shared: createSharedBlock() }
  },
  end: async ({ worker }) => {
    await worker.terminate()
  },
}

const texts = ({ database }: TestLibrary) =>
  database.read
    .selectFrom('lyrics')
    .select(['path', 'lang', 'kind', 'source', 'cue_count'])
    .orderBy('path')
    .execute()

const links = async ({ database }: TestLibrary) => {
  const rows = await database.read
    .selectFrom('track_lyrics')
    .innerJoin('track', 'track.id', 'track_lyrics.track_id')
    .innerJoin('lyrics', 'lyrics.key', 'track_lyrics.lyrics_key')
    .select(['track.path as track', 'lyrics.path as text'])
    .orderBy('track.path')
    .orderBy('track_lyrics.position')
    .execute()
  return rows.map(({ track, text }) => [track, text].map((path) => path.slice(work.length + 1)))
}

const languagesOf = async (library: TestLibrary) => (await library.works()).map((row) => row.lyrics_languages)

eachLibrary((given) => {
  test('texts are read, their languages told, and each track is given its own', async () => {
    const library = given()
    library.put(`${work}/01 雨.wav`, sound('a'))
    library.put(`${work}/02 星.wav`, sound('b'))
    library.put(`${work}/01 雨.lrc`, japanese)
    library.put(`${work}/字幕/01 雨.wav.zh-CN.vtt`, 'WEBVTT\n\n00:00.000 --> 00:00.100\n外面在下雨\n')
    library.put(`${work}/02 星.txt`, 'The stars are out and you are here.')
    library.put(`${work}/readme.txt`, 'Thank you for listening.')
    expect((await library.scan()).faults).toEqual([])
    expect(await texts(library)).toEqual([
      { path: `${work}/01 雨.lrc`, lang: 'ja', kind: 'main', source: 'lrc', cue_count: 2 },
      { path: `${work}/02 星.txt`, lang: 'en', kind: 'main', source: 'txt', cue_count: 1 },
      {
        path: `${work}/字幕/01 雨.wav.zh-CN.vtt`,
        lang: 'zh-Hans',
        kind: 'main',
        source: 'vtt',
        cue_count: 1,
      },
    ])
    expect(await links(library)).toEqual([
      ['01 雨.wav', '01 雨.lrc'],
      ['01 雨.wav', '字幕/01 雨.wav.zh-CN.vtt'],
      ['02 星.wav', '02 星.txt'],
    ])
    expect(await languagesOf(library)).toEqual([7])
  })

  test('a second scan reads nothing and changes nothing; what changed is read, what is gone is dropped', async () => {
    const library = given()
    library.put(`${work}/a.wav`, sound('a'))
    const path = library.put(`${work}/a.lrc`, japanese)
    library.put(`${work}/empty.srt`, 'nothing')
    await library.scan()
    const [before, seq] = [await texts(library), await latestSeq(library.database.read)]
    expect(await library.faults()).toEqual([])
    expect(await texts(library)).toEqual(before)
    expect(await latestSeq(library.database.read)).toBe(seq)

    library.put(`${work}/a.lrc`, chinese)
    await library.scan()
    expect((await texts(library))[0]).toMatchObject({ lang: 'zh-Hans' })
    expect(await languagesOf(library)).toEqual([1])
    expect(await latestSeq(library.database.read)).toBeGreaterThan(seq)

    rmSync(path)
    await library.scan()
    expect(await links(library)).toEqual([])
    expect(await texts(library)).toHaveLength(1)
    expect(await library.works()).toEqual([expect.objectContaining({ has_lyrics: 0, lyrics_languages: 0 })])
  })

  test('sounds and texts that are moved together stay together', async () => {
    const library = given()
    library.put(`${work}/a.wav`, sound('a'))
    library.put(`${work}/a.lrc`, japanese)
    await library.scan()
    const [{ id = '' } = {}] = await library.tracks()
    renameSync(join(library.root, work), join(library.root, 'RJ334212'))
    await library.scan()
    expect(await library.tracks()).toEqual([expect.objectContaining({ id, lyrics_path: 'RJ334212/a.lrc' })])
    expect((await texts(library)).map(({ path }) => path)).toEqual(['RJ334212/a.lrc'])
  })

  test('a file with two languages is two texts', async () => {
    const library = given()
    library.put(`${work}/a.wav`, sound('a'))
    library.put(`${work}/a.lrc`, '[00:00.0]雨が降る\n[00:00.0]下雨了\n[00:00.1]おやすみ\n[00:00.1]晚安，好梦')
    await library.scan()
    expect((await texts(library)).map(({ lang, kind }) => [lang, kind])).toEqual([
      ['ja', 'main'],
      ['zh-Hans', 'translation'],
    ])
    expect(await links(library)).toHaveLength(2)
  })

  test('what was decided for a track outlasts changes of the file', async () => {
    const library = given()
    library.put(`${work}/a.wav`, sound('a'))
    library.put(`${work}/a.lrc`, japanese)
    library.put(`${work}/other words.lrc`, japanese)
    await library.scan()
    const [{ id = '' } = {}] = await library.tracks()
    const decide = (path: string, is_chosen: number) =>
      library.database.write
        .insertInto('lyrics_choice')
        .values({ track_id: id, path: `${work}/${path}`, is_chosen })
        .execute()
    await decide('a.lrc', 0)
    await decide('other words.lrc', 1)
    // Adding a file makes the scan inspect the work again.
    library.put(`${work}/notes.pdf`, 'pdf')
    await library.scan()
    expect(await links(library)).toEqual([['a.wav', 'other words.lrc']])
    library.put(`${work}/other words.lrc`, chinese)
    library.put(`${work}/a.lrc`, chinese)
    await library.scan()
    expect(await links(library)).toEqual([['a.wav', 'other words.lrc']])
    expect(await library.tracks()).toEqual([
      expect.objectContaining({ lyrics_path: `${work}/other words.lrc` }),
    ])
  })

  test('what nobody can read, or has no line, is reported once and holds nothing up', async () => {
    const library = given()
    library.put(`${work}/a.wav`, sound('a'))
    library.put(`${work}/a.lrc`, '[00:00.00]x'.repeat(300_000))
    library.put(`${work}/b.lrc`, `[00:00.00]${'['.repeat(1_900_000)}`)
    library.put(`${work}/c.srt`, new Uint8Array(5_000))
    library.put(`${work}/d.vtt`, '')
    library.put(`${work}/e.ass`, '[Events]\nDialogue: '.repeat(90_000))
    const { faults } = await library.scan()
    expect(
      Object.fromEntries(faults.map(({ path, reason }) => [path.slice(work.length + 1), reason])),
    ).toEqual({
      'a.lrc': 'lyricsTooLarge',
      'b.lrc': 'lyricsCut',
      'c.srt': 'lyricsEmpty',
      'd.vtt': 'lyricsEmpty',
      'e.ass': 'lyricsEmpty',
    })
    expect(await library.faults()).toEqual([])
    expect(readdirSync(join(library.root, work))).toHaveLength(6)
  })

  test('of a work with very many large texts the first are read, and the others reported', async () => {
    const library = given()
    library.put(`${work}/a.wav`, sound('a'))
    const large = Buffer.alloc(2 * 1024 * 1024, 'words\n')
    const names = Array.from({ length: 18 }, (_, at) => `${String(at).padStart(2, '0')}.lrc`)
    for (const name of names) library.put(`${work}/${name}`, large)
    library.put(`${work}/99.lrc`, japanese)
    const { faults } = await library.scan()
    const tooLarge = faults.filter(({ reason }) => reason === 'lyricsTooLarge').map(({ path }) => path)
    expect(tooLarge).toEqual([`${work}/16.lrc`, `${work}/17.lrc`, `${work}/99.lrc`])
    expect((await texts(library)).filter(({ cue_count }) => cue_count > 0)).toHaveLength(16)
    expect(await library.faults()).toEqual([])
  })

  test('a parser that has to be ended costs its own file alone', async () => {
    const library = given()
    library.put(`${work}/a.wav`, sound('a'))
    library.put(`${work}/a.lrc`, japanese)
    library.put(`${work}/b.lrc`, japanese)
    const { faults, tracks } = await library.scan({ soundReader: { maxWaitMs: 0, threads: silentThreads } })
    expect(tracks.found).toBe(1)
    const paths = faults.flatMap(({ path, reason }) => (reason === 'overBudget' ? [path] : []))
    expect(paths.toSorted()).toEqual(['a.lrc', 'a.wav', 'b.lrc'].map((name) => `${work}/${name}`))
  })
})
