import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCueSheet, parseTimedText } from './chapter-texts.rules.ts'
import { chaptersFromTags, maxChapters, orderedChapters } from './chapters.rules.ts'

describe('a cue sheet', () => {
  test('tells where the tracks of each file begin', () => {
    const cue = [
      'REM GENRE Voice',
      'TITLE "雨の本"',
      'FILE "01 雨.wav" WAVE',
      '  TRACK 01 AUDIO',
      '    TITLE "はじまり"',
      '    INDEX 01 00:00:00',
      '  TRACK 02 AUDIO',
      '    TITLE 夜',
      '    INDEX 00 03:59:00',
      '    INDEX 01 04:00:37',
      'FILE other.flac WAVE',
      '  TRACK 03 AUDIO',
      '    INDEX 01 100:01:00',
    ]
    const read = [
      {
        file: '01 雨.wav',
        chapters: [
          { startMs: 0, title: 'はじまり' },
          { startMs: 240_493, title: '夜' },
        ],
      },
      { file: 'other.flac', chapters: [{ startMs: 6_001_000, title: '' }] },
    ]
    for (const end of ['\n', '\r\n', '\r']) expect(parseCueSheet(cue.join(end))).toEqual(read)
  })
})

describe('a text with times', () => {
  const chapters = [
    { startMs: 0, title: 'はじまり' },
    { startMs: 750_000, title: '耳かき（右）' },
    { startMs: 3_725_500, title: '3 さいご' },
  ]
  test.each([
    [['00:00 はじまり', '12:30 耳かき（右）', '1:02:05.5 3 さいご']],
    [['トラックリスト', '[00:00:00] はじまり', '', '[00:12:30]　耳かき（右）', '[01:02:05.500] - 3 さいご']],
    [['1. 0:00 - はじまり', '2. 12:30 - 耳かき（右）', '3. 62:05.5 - 3 さいご']],
    [['はじまり 00:00', '耳かき（右） … (12:30)', '3 さいご 【1:02:05.5】']],
  ])('tells where chapters begin: %j', (lines) => {
    expect(parseTimedText(lines.join('\n'))).toEqual(chapters)
  })

  test('that goes back, or names one time alone, is none', () => {
    expect(parseTimedText('10:00 later\n09:00 sooner')).toEqual([])
    expect(parseTimedText('we meet at 10:00 there')).toEqual([])
    expect(parseTimedText('録音 12:30\n本文')).toEqual([])
  })
})

describe('chapters', () => {
  test('of tags are in the units that they name', () => {
    const tagged = [
      { title: 'b', start: 48_000, timeScale: 48_000 },
      { title: 'a\u0000', start: 0 },
      { title: 'beyond', start: 100_000 },
    ]
    expect(chaptersFromTags(tagged, 60)).toEqual([
      { startMs: 0, title: 'a' },
      { startMs: 1_000, title: 'b' },
    ])
    expect(chaptersFromTags(tagged.slice(0, 1), 60)).toEqual([])
  })

  test('are in order, inside of their sound and not very many, whatever somebody wrote', () => {
    const chapter = fc.record({ startMs: fc.oneof(fc.integer(), fc.double()), title: fc.string() })
    fc.assert(
      fc.property(fc.array(chapter), fc.option(fc.nat()), (given, seconds) => {
        const found = orderedChapters(given, seconds)
        expect(found.length).not.toBe(1)
        expect(found.length).toBeLessThanOrEqual(maxChapters)
        for (const [at, { startMs }] of found.entries()) {
          expect(startMs).toBeGreaterThan(found[at - 1]?.startMs ?? -1)
          if (seconds !== null) expect(startMs).toBeLessThan(seconds * 1000)
        }
      }),
    )
  })

  test('are read from any text without a throw, and without hanging over one', () => {
    const word = fc.constantFrom(
      'FILE "',
      'TRACK 1 AUDIO\n',
      'INDEX 01 ',
      '12:30',
      '[',
      ' ',
      '\n',
      '…',
      '1.',
      '"',
    )
    const text = fc.oneof(
      fc.string(),
      fc.array(word).map((words) => words.join('')),
    )
    fc.assert(
      fc.property(text, (given) => {
        for (const { startMs } of [
          ...parseTimedText(given),
          ...parseCueSheet(given).flatMap((one) => one.chapters),
        ])
          expect(Number.isSafeInteger(startMs)).toBe(true)
      }),
    )
    const hostile = ['[ '.repeat(400), '. '.repeat(400), '-'.repeat(900), `${'1'.repeat(500)}:00`]
    for (const line of [...hostile, `0:00${' '.repeat(900)}\u2028x`])
      expect(parseTimedText(`${line}\n`.repeat(2_000))).toEqual([])
  })
})
