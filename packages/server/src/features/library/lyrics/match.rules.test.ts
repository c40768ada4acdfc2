import { expect, test } from 'vitest'
import { languageOfPath, matchTexts, nameOf, type TextToMatch } from './match.rules.ts'

const sound = (path: string, durationSeconds: number | null = 600) => ({ id: path, path, durationSeconds })
const text = (path: string, more: Partial<TextToMatch> = {}): TextToMatch => ({
  path,
  lang: languageOfPath(path) ?? 'ja',
  kind: 'main',
  isSynced: true,
  isEmbedded: false,
  lastMs: 550_000,
  ...more,
})
const matched = (sounds: ReturnType<typeof sound>[], texts: TextToMatch[]) =>
  Object.fromEntries(
    [...matchTexts(sounds, texts)].map(([id, found]) => [id, found.map(({ text: { path } }) => path)]),
  )

test.each([
  ['same base name', 'w/a.lrc'],
  ['the name of the sound before its own', 'w/a.wav.vtt'],
  ['a language in between', 'w/a.zh-CN.lrc'],
  ['a language in words', 'w/a.简体.lrc'],
  ['both', 'w/a.wav.chs.srt'],
  ['a language in brackets', 'w/a [CHS].srt'],
  ['a language after an underscore', 'w/a_日本語.lrc'],
  ['a folder of its own', 'w/subs/a.ass'],
  ['decomposed and wide letters', 'w/ａ.lrc'],
  ['a script of the same name', 'w/a.txt'],
])('%s', (_, path) => {
  expect(matched([sound('w/a.wav')], [text(path)])).toEqual({ 'w/a.wav': [path] })
})

test('composed and decomposed names are the same name', () => {
  expect(matched([sound('w/が.mp3')], [text('w/か\u3099.lrc')])).toEqual({ 'w/が.mp3': ['w/か\u3099.lrc'] })
})

test.each([
  ['another name', 'w/01.雨の図書館で.mp3', 'w/03.星の灯台へ.lrc'],
  ['another number of nearly the same name', 'w/トラック01_本編.mp3', 'w/トラック02_本編.lrc'],
  ['a short name with one other letter', 'w/朝の雨音.mp3', 'w/夜の雨音.lrc'],
  ['a readme', 'w/a.mp3', 'w/readme.txt'],
])('%s is no match', (_, path, other) => {
  expect(matched([sound(path)], [text(other, { lastMs: 100_000 })])).toEqual({})
})

test.each([
  ['brackets and effects', 'w/SEなし/01_雨の図書館（SEなし）.wav', 'w/01_雨の図書館.lrc'],
  [
    'a long name with a slip',
    'w/03 A quiet evening in the library.mp3',
    'w/03 A quiet evening in the libary.lrc',
  ],
  [
    'the number of a track, where the length fits',
    'w/トラック03.雨の中で.mp3',
    'w/Track 03 - In the rain.lrc',
  ],
])('%s make no difference', (_, path, other) => {
  expect(matched([sound(path)], [text(other)])).toEqual({ [path]: [other] })
})

test('the number alone is not believed where the length does not fit', () => {
  const texts = [text('w/Track 03 - In the rain.lrc', { lastMs: 900_000 })]
  expect(matched([sound('w/トラック03.雨の中で.mp3')], texts)).toEqual({})
})

test('beside wins over a folder of texts, that over elsewhere, and timed text over rich text', () => {
  const sounds = [sound('w/a.mp3')]
  expect(matched(sounds, [text('w/x/a.lrc'), text('w/subs/a.lrc'), text('w/a.ass')])).toEqual({
    'w/a.mp3': ['w/a.ass'],
  })
  expect(matched(sounds, [text('w/x/a.lrc'), text('w/字幕/a.lrc')])).toEqual({ 'w/a.mp3': ['w/字幕/a.lrc'] })
  expect(matched(sounds, [text('w/a.ass'), text('w/a.lrc')])).toEqual({ 'w/a.mp3': ['w/a.lrc'] })
})

test('a track has one text a language, and the same sound in another format has them too', () => {
  const sounds = [sound('w/mp3/a.mp3', 600.1), sound('w/wav/a.wav', 600)]
  const texts = [text('w/mp3/a.ja.lrc'), text('w/mp3/a.zh-CN.lrc'), text('w/mp3/a.zh-CN.srt')]
  const both = ['w/mp3/a.ja.lrc', 'w/mp3/a.zh-CN.lrc']
  expect(matched(sounds, texts)).toEqual({ 'w/mp3/a.mp3': both, 'w/wav/a.wav': both })
})

test('the first track of another disc is another sound', () => {
  const sounds = [sound('w/d1/01.mp3', 600), sound('w/d2/01.mp3', 700)]
  expect(matched(sounds, [text('w/d1/01.lrc')])).toEqual({ 'w/d1/01.mp3': ['w/d1/01.lrc'] })
})

test('what is embedded belongs to its sound', () => {
  const sounds = [sound('w/a.mp3'), sound('w/b.mp3')]
  expect(matched(sounds, [text('w/b.mp3', { isEmbedded: true })])).toEqual({ 'w/b.mp3': ['w/b.mp3'] })
})

test.each([
  ['w/a.zh-CN.lrc', 'zh-Hans'],
  ['w/a.wav.cht.srt', 'zh-Hant'],
  ['w/字幕/简体/a.lrc', 'zh-Hans'],
  ['w/日本語字幕/a.lrc', 'ja'],
  ['w/a.en.vtt', 'en'],
  ['w/Part-de.lrc', undefined],
  ['w/a.de.lrc', 'de'],
  ['w/上_中.lrc', undefined],
])('%s says %s', (path, lang) => {
  expect(languageOfPath(path)).toBe(lang)
})

test('a library of very many names costs a bounded time', () => {
  const long = (index: number, letter: string) =>
    `${letter.repeat(200)}${String.fromCharCode(0x4e00 + index)}`
  const sounds = Array.from({ length: 600 }, (_, at) => sound(`w/${long(at, '雨')}.mp3`))
  const texts = Array.from({ length: 600 }, (_, at) => text(`w/${long(at + 900, '雨')}.lrc`))
  expect(matchTexts(sounds, texts).size).toBeGreaterThanOrEqual(0)
  expect(nameOf(`${'['.repeat(60_000)}.lrc`).base.length).toBeLessThanOrEqual(300)
})
