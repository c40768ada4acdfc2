import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeNames, type ListedEntry, validateEntries } from './zip-entries.rules.ts'

const listed = (name: string | number[], change: Partial<ListedEntry> = {}): ListedEntry => ({
  rawName: Buffer.from(typeof name === 'string' ? name : Uint8Array.from(name)),
  unicodeName: undefined,
  flags: 0,
  method: 0,
  crc: 0,
  compressedBytes: 10,
  sizeBytes: 10,
  headerOffset: 0,
  ...change,
})

const shiftJis = { 雨: [0x89, 0x4a], 音: [0x89, 0xb9], ソ: [0x83, 0x5c] }
const gb18030 = { 雨: [0xd3, 0xea], 声: [0xc9, 0xf9], 的: [0xb5, 0xc4] }
const mp3 = [0x2e, 0x6d, 0x70, 0x33]

test.each([
  ['Shift_JIS', [listed([...shiftJis.雨, ...mp3]), listed([...shiftJis.音, ...mp3])], ['雨.mp3', '音.mp3']],
  ['a backslash as the second half of a character', [listed([...shiftJis.ソ, ...mp3])], ['ソ.mp3']],
  [
    'GB18030, since one name fits nothing else',
    [
      listed([...gb18030.雨, ...gb18030.声, ...mp3]),
      listed([0x81, 0x30, 0x81, 0x30, ...mp3]),
      listed([...gb18030.的]),
    ],
    ['雨声.mp3', '\u0080.mp3', '的'],
  ],
  ['code page 437, which fits everything', [listed([0x81, 0x81, 0xff])], ['üü\u00a0']],
  ['UTF-8 that nobody marked', [listed('雨.mp3'), listed('plain.mp3')], ['雨.mp3', 'plain.mp3']],
  [
    'marked names beside others, which are judged without them',
    [listed('音.mp3', { flags: 0x800 }), listed([0xff], { unicodeName: '海' }), listed([...shiftJis.雨])],
    ['音.mp3', '海', '雨'],
  ],
] as const)('names in %s', (_encoding, entries, expected) => {
  expect(decodeNames(entries)).toEqual(expected)
})

test.each([
  ['climbs', '../1.mp3'],
  ['climbs in the middle', 'a/../../1.mp3'],
  ['is absolute', '/etc/1.mp3'],
  ['is on a drive', 'C:/1.mp3'],
  ['climbs the way of Windows', '..\\1.mp3'],
  ['has a NUL', 'a\0.mp3'],
  ['has an empty part', 'a//1.mp3'],
  ['is a dot', './1.mp3'],
  ['is too long', `${'a'.repeat(2_000)}.mp3`],
  ['lies very many folders deep', `${'a/'.repeat(40)}1.mp3`],
  ['is empty', ''],
])('an entry whose name %s is refused', (_, name) => {
  const judged = validateEntries([listed(name), listed('good.mp3')], 100)
  expect(judged?.entries.map(({ path }) => path)).toEqual(['good.mp3'])
  expect(judged?.refused.map(({ reason }) => reason)).toEqual(['unsafeName'])
})

test('a name that is as long as can be is refused without a look at each of its folders', () => {
  const names = Array.from({ length: 20 }, (_, at) => `${'a/'.repeat(32_760)}${at}.mp3`)
  const judged = validateEntries(
    names.map((name) => listed(name)),
    10_000,
  )
  expect(judged?.refused.map(({ path, reason }) => [path.length, reason])).toEqual(
    names.map(() => [1_000, 'unsafeName']),
  )
})

test.each([
  ['is encrypted', { flags: 1 }, 'encrypted'],
  ['is packed as nobody does', { method: 99 }, 'method'],
  ['claims more than deflate can make', { method: 8, sizeBytes: 11_000 }, 'bomb'],
  ['is stored and yet longer than it is', { sizeBytes: 20 }, 'bomb'],
  ['is longer than any recording', { method: 8, compressedBytes: 2 ** 34, sizeBytes: 2 ** 35 }, 'bomb'],
] as const)('an entry that %s is refused', (_, change, reason) => {
  const judged = validateEntries([listed('1.mp3', change)], 2 ** 36)
  expect(judged).toEqual({ entries: [], refused: [{ path: '1.mp3', reason }] })
})

test('of two entries with one path, and of one below another, the first counts', () => {
  const judged = validateEntries(
    ['a/1.mp3', 'a/1.mp3', 'a', 'a/1.mp3/2.mp3', 'b'].map((name) => listed(name)),
    100,
  )
  expect(judged?.entries.map(({ path }) => path)).toEqual(['a/1.mp3', 'b'])
  expect(judged?.refused.map(({ reason }) => reason)).toEqual(['duplicate', 'duplicate', 'duplicate'])
})

test('what systems leave behind is passed over, folders are there by their files', () => {
  const names = ['__MACOSX/._1.mp3', '.hidden/1.mp3', 'a/.DS_Store', 'a/', '..hack/1.mp3', 'a\\1.mp3']
  const judged = validateEntries(
    names.map((name) => listed(name)),
    100,
  )
  expect(judged?.entries.map(({ path }) => path)).toEqual(['..hack/1.mp3', 'a/1.mp3'])
})

test('entries that overlap are no archive', () => {
  expect(validateEntries([listed('1.mp3'), listed('2.mp3')], 19)).toBeUndefined()
})

test('whatever the names are, no path leads out of the archive, and none is there twice', () => {
  const name = fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc.string().map((text) => Buffer.from(text)),
  )
  fc.assert(
    fc.property(fc.array(name, { maxLength: 8 }), (names) => {
      const judged = validateEntries(
        names.map((rawName) => listed('', { rawName })),
        1_000,
      )
      const paths = judged?.entries.map(({ path }) => path) ?? []
      expect(new Set(paths).size).toBe(paths.length)
      for (const path of paths) {
        expect(path.split('/').some((part) => part === '' || part === '..' || part === '.')).toBe(false)
        expect(path).not.toContain('\0')
      }
    }),
  )
})
