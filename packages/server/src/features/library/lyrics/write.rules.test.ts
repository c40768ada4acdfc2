import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLyrics } from './parse.rules.ts'
import { writers } from './write.rules.ts'

const lyrics = {
  offsetMs: 0,
  isSynced: true,
  cues: [
    { startMs: 1_000, endMs: 2_500, text: 'a <b> & c' },
    { startMs: 61_230, text: '雨の音\n夜' },
  ],
}

test('each format has its own clock, its own marks, and an end for every line', () => {
  expect(writers.lrc(lyrics)).toBe('[00:01.00]a <b> & c\n[00:02.50]\n[01:01.23]雨の音 夜\n')
  expect(writers.vtt({ ...lyrics, offsetMs: 500 })).toBe(
    'WEBVTT\n\n00:00:00.500 --> 00:00:02.000\na &lt;b&gt; &amp; c\n\n00:01:00.730 --> 00:01:05.730\n雨の音\n夜\n',
  )
  expect(writers.srt(lyrics)).toBe(
    '1\n00:00:01,000 --> 00:00:02,500\na <b> & c\n\n2\n00:01:01,230 --> 00:01:06,230\n雨の音\n夜\n',
  )
})

test('words keep their times, an offset its sign, and a text without times stays one', () => {
  const words = [
    { startMs: 1_000, at: 0 },
    { startMs: 1_500, at: 5 },
  ]
  expect(
    writers.lrc({ ...lyrics, offsetMs: -250, cues: [{ startMs: 1_000, text: 'good night', words }] }),
  ).toBe('[offset:-250]\n[00:01.00]<00:01.00>good <00:01.50>night\n')
  expect(writers.lrc({ ...lyrics, isSynced: false, cues: [{ startMs: 0, text: '[x] y' }] })).toBe('［x] y\n')
})

test('what is written is read again as it was', () => {
  const cue = fc.record({
    startMs: fc.integer({ min: 0, max: 3_000_000 }).map((tenths) => tenths * 10),
    text: fc.stringMatching(/^[a-z雨夜<>&.]{1,20}$/),
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(cue, { minLength: 1, maxLength: 20, selector: ({ startMs }) => startMs }),
      fc.constantFrom('lrc', 'vtt'),
      (unsorted, format) => {
        const cues = unsorted.toSorted((a, b) => a.startMs - b.startMs)
        const text = writers[format]({ offsetMs: 0, isSynced: true, cues })
        const [read] = parseLyrics({ text, extension: format, language: 'ja' }).parts
        expect(read?.cues.map(({ startMs, text: line }) => ({ startMs, text: line }))).toEqual(cues)
      },
    ),
  )
})
