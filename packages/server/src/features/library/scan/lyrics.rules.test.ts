import { expect, test } from 'vitest'
import { matchLyrics } from './lyrics.rules.ts'

test.each([
  ['same base name', ['w/a.lrc'], 'w/a.lrc'],
  ['the name of the sound before its own', ['w/a.wav.vtt'], 'w/a.wav.vtt'],
  ['a language in between', ['w/a.zh-CN.lrc'], 'w/a.zh-CN.lrc'],
  ['a language in words', ['w/a.简体.lrc'], 'w/a.简体.lrc'],
  ['both', ['w/a.wav.chs.srt'], 'w/a.wav.chs.srt'],
  ['a folder of its own', ['w/subs/a.ass'], 'w/subs/a.ass'],
  ['beside wins over elsewhere', ['w/a.ass', 'w/subs/a.lrc'], 'w/a.ass'],
  ['timed text wins over rich text', ['w/a.ass', 'w/a.lrc'], 'w/a.lrc'],
  ['decomposed names', ['w/a.lrc'].map((path) => path.normalize('NFD')), 'w/a.lrc'],
  ['another name', ['w/b.lrc'], undefined],
  ['another kind of file', ['w/a.txt'], undefined],
])('%s', (_, paths, expected) => {
  expect(matchLyrics(paths)('w/a.wav')).toBe(expected)
})

test('composed and decomposed names are the same name', () => {
  expect(matchLyrics(['w/か\u3099.lrc'])('w/が.mp3')).toBe('w/か\u3099.lrc')
})
