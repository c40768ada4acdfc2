import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxCues, maxTimeMs } from './cues.rules.ts'
import { parseLyrics } from './parse.rules.ts'

const parse = (text: string, extension = 'lrc', language?: string) =>
  parseLyrics({ text, extension, language })
const first = (text: string, extension?: string) => {
  const [part] = parse(text, extension).parts
  if (!part) throw new Error('nothing was parsed')
  return part
}
const shown = (text: string, extension?: string) =>
  first(text, extension).cues.map(({ startMs, endMs, text: line }) => [startMs, endMs, line])

test('LRC: several times a line, lines that end another, an offset, and tags that are none', () => {
  const text = [
    '[ti:Rain]',
    '[offset:+250]',
    '[00:12.5][01:02.05]雨の音',
    '[00:15]',
    '[00:20:50] 続き ',
    '[00:xx.10]broken',
    '[01:05.123]last [aside]',
    '[02:00.00',
    'no time',
  ].join('\r\n')
  expect(shown(text)).toEqual([
    [12_500, 15_000, '雨の音'],
    [20_500, undefined, '続き'],
    [62_050, undefined, '雨の音'],
    [65_123, undefined, 'last [aside]'],
  ])
  expect(first(text)).toMatchObject({
    lang: 'ja',
    kind: 'main',
    source: 'lrc',
    offsetMs: 250,
    isSynced: true,
  })
})

test('LRC with times of words', () => {
  const [cue] = first('[00:01.00]<00:01.00>good <00:01.50>night <00:02.00>').cues
  expect(cue).toEqual({
    startMs: 1_000,
    text: 'good night',
    words: [
      { startMs: 1_000, at: 0 },
      { startMs: 1_500, at: 5 },
    ],
  })
})

test('lines of equal time are a language beside another', () => {
  const { parts } = parse(
    '[00:01.00]おやすみなさい\n[00:01.00]晚安，做个好梦\n[00:05.00]雨が降っています\n[00:05.00]外面在下雨\n[00:09.00]また明日',
  )
  expect(parts.map(({ lang, kind, cues }) => [lang, kind, cues.length])).toEqual([
    ['ja', 'main', 3],
    ['zh-Hans', 'translation', 2],
  ])
})

test('the same in kana or in Latin letters is a reading', () => {
  const kana = parse('[00:01]雨が降る夜\n[00:01]あめがふるよる\n[00:02]星を見る人\n[00:02]ほしをみるひと')
  expect(kana.parts.map(({ kind }) => kind)).toEqual(['main', 'reading'])
  const romaji = parse(
    '[00:01]雨が降る夜\n[00:01]ame ga furu yoru\n[00:02]星を見る人\n[00:02]hoshi o miru hito',
  )
  expect(romaji.parts.map(({ kind, lang }) => [kind, lang])).toEqual([
    ['main', 'ja'],
    ['reading', 'ja-Latn'],
  ])
})

test('WebVTT: identifiers, settings, notes, styles, markup, entities, readings and times of words', () => {
  const text = `WEBVTT - made by hand

STYLE
::cue { color: lime }

NOTE nobody says this --> here

intro
00:01.000 --> 00:03.500 align:start position:10%
<v Aoi>Tea &amp; <i>rain</i></v>
<ruby>雨<rt>あめ</rt></ruby>です

01:00:00.000 --> 01:00:01.000
<00:59:59.500><c>one </c><01:00:00.500>two
`
  expect(shown(text, 'vtt')).toEqual([
    [1_000, 3_500, 'Tea & rain\n雨です'],
    [3_600_000, 3_601_000, 'one two'],
  ])
  expect(first(text, 'vtt').cues[1]?.words?.map(({ at }) => at)).toEqual([0, 4])
})

test('SRT: numbers, positions, old markup, and blocks without a blank line between', () => {
  const text = `1
00:00:01,000 --> 00:00:02,000 X1:10 X2:20
{\\an8}<font color="red">first</font>
2
00:00:03,000 --> 00:00:04,500
a < b
3 apples

7
00:00:02,500 --> 00:00:02,900
between`
  expect(shown(text, 'srt')).toEqual([
    [1_000, 2_000, 'first'],
    [2_500, 2_900, 'between'],
    [3_000, 4_500, 'a < b\n3 apples'],
  ])
})

test('ASS: fields in their order, overrides, layers, drawings, comments and karaoke', () => {
  const text = `[Script Info]
Title: x
[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial
[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:09.00,Default,,0,0,0,,not said
Dialogue: 1,0:00:05.50,0:00:07.00,Default,,0,0,0,,{\\pos(1,2)\\blur3}again, and\\Nagain
Dialogue: 0,0:00:05.50,0:00:07.00,Default,,0,0,0,,again, and\\Nagain
Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\p1}m 0 0 l 9 9{\\p0}
Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\k20}go{\\kf30}od`
  expect(shown(text, 'ass')).toEqual([
    [3_000, 4_000, 'good'],
    [5_500, 7_000, 'again, and\nagain'],
  ])
  expect(first(text, 'ass').cues[0]?.words).toEqual([
    { startMs: 3_000, at: 0 },
    { startMs: 3_200, at: 2 },
  ])
})

test('a text without times is one whose lines have none, and what is in a file counts for more than its name', () => {
  expect(first('The rain is here.\n\nAnd you are home.', 'txt')).toMatchObject({
    isSynced: false,
    source: 'txt',
    lang: 'en',
    cues: [{ startMs: 0 }, { startMs: 0 }],
  })
  expect(first('WEBVTT\n\n00:01.000 --> 00:02.000\nhere', 'lrc').source).toBe('vtt')
  expect(first('1\n00:00:01,000 --> 00:00:02,000\nhere', 'lrc').source).toBe('srt')
  expect(parse('', 'lrc').parts).toEqual([])
})

test('what a name says of the language is believed', () => {
  expect(parse('[00:01]雨', 'lrc', 'zh-Hant').parts[0]?.lang).toBe('zh-Hant')
})

const million = 1_000_000
const hostile: [string, string, string][] = [
  ['a million times in a line', 'lrc', `${'[00:01.00]'.repeat(million / 5)}x`],
  ['a million lines', 'lrc', '[00:01.00]x\n'.repeat(million / 6)],
  ['brackets that stay open', 'lrc', '['.repeat(million * 2)],
  ['angles that stay open', 'lrc', `[00:01.00]${'<'.repeat(million * 2)}`],
  ['times of words without end', 'lrc', `[00:01.00]${'<00:01.00>a'.repeat(million / 6)}`],
  ['spaces before nothing', 'lrc', `${' '.repeat(million * 2)}[00:01.00]x`],
  ['arrows', 'srt', `00:00:01,000 --> 00:00:02,000\n${'-->'.repeat(million / 2)}`],
  ['arrows on lines of their own', 'srt', `00:00:01,000 --> 00:00:02,000\n${'-->\n'.repeat(million / 2)}`],
  ['tags that stay open', 'vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<c'.repeat(million)}`],
  ['entities', 'vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'&#'.repeat(million)}`],
  ['braces', 'ass', `[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,${'{\\k1'.repeat(million / 2)}`],
  ['commas', 'ass', `[Events]\nFormat: ${','.repeat(million)}\nDialogue: ${','.repeat(million)}`],
  ['blank lines', 'vtt', `WEBVTT${'\n'.repeat(million * 2)}`],
]

test.each(hostile)('%s end in bounded cues', (_, extension, text) => {
  const { parts } = parse(text, extension)
  expect(parts.reduce((sum, { cues }) => sum + cues.length, 0)).toBeLessThanOrEqual(maxCues)
})

test('more than lyrics have is cut, and reported', () => {
  expect(parse('[00:01.00]x\n'.repeat(maxCues + 1))).toMatchObject({ isCut: true })
  expect(parse('[00:01.00]x\n'.repeat(maxCues))).toMatchObject({ isCut: false })
})

test('times that no sound has are left out', () => {
  expect(shown('[-01:00.00]before\n[999:9999:99]x\n[00:01]here\n[200:00:00.00]late', 'lrc')).toEqual([
    [1_000, undefined, 'here'],
  ])
})

test('NULs and lone surrogates reach nobody', () => {
  expect(shown('[00:01]a\0b\ud800c', 'lrc')).toEqual([[1_000, undefined, 'a b\ufffdc']])
})

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '[',
    ']',
    '<',
    '>',
    '{',
    '}',
    '\\N',
    '\\k20',
    '-->',
    ':',
    '\n',
    '\n\n',
    ',',
    '00:01.00',
    '[00:01.00]',
  ),
  fc.constantFrom(
    'WEBVTT\n\n',
    '[Events]\n',
    'Dialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,',
    '00:00:01,000 --> 00:00:02,000\n',
  ),
)

test('whatever the text, cues are in order, within their bounds and without markup that turns or controls', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.constantFrom('lrc', 'vtt', 'srt', 'ass', 'txt', ''),
      (pieces, extension) => {
        for (const { cues } of parse(pieces.join(''), extension).parts) {
          let before = 0
          for (const { startMs, endMs, text, words = [] } of cues) {
            expect(startMs).toBeGreaterThanOrEqual(before)
            expect(startMs).toBeLessThanOrEqual(maxTimeMs)
            if (endMs !== undefined) expect(endMs).toBeGreaterThan(startMs)
            expect(text).not.toBe('')
            expect(text.isWellFormed()).toBe(true)
            expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
            for (const { at } of words) expect(at).toBeLessThan(text.length)
            before = startMs
          }
        }
      },
    ),
  )
})
