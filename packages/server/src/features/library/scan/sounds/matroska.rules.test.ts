import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findChaptersPosition, parseChapters, parseElement } from './matroska.rules.ts'

const bytesOf = (id: number): number[] => {
  const hex = id.toString(16)
  return [...Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')]
}
/** An element whose size takes two bytes. */
const element = (id: number, content: readonly number[]): number[] => [
  ...bytesOf(id),
  0x40 | (content.length >> 8),
  content.length & 0xff,
  ...content,
]
const number = (value: number) => bytesOf(value)
const chapter = (seconds: number, title: string, more: readonly number[] = []) =>
  element(0xb6, [
    ...element(0x91, number(seconds * 1e9)),
    ...element(0x80, [
      ...element(0x85, [...Buffer.from(title)]),
      ...element(0x437c, [...Buffer.from('jpn')]),
    ]),
    ...more,
  ])
const edition = (...content: readonly number[][]) => element(0x45b9, content.flat())

test('chapters have their times in nanoseconds and their first title', () => {
  const chapters = edition(chapter(0, 'はじめ'), chapter(90, 'おわり\0'))
  expect(parseChapters(Uint8Array.from(chapters))).toEqual([
    { start: 0, title: 'はじめ', timeScale: 1e9 },
    { start: 90e9, title: 'おわり', timeScale: 1e9 },
  ])
})

test('the edition that is played by default counts, and hidden chapters do not', () => {
  const other = edition(chapter(0, 'commentary'))
  const usual = edition(element(0x45db, [1]), chapter(1, 'a'), chapter(2, 'hidden', element(0x98, [1])))
  expect(parseChapters(Uint8Array.from([...other, ...usual])).map(({ title }) => title)).toEqual(['a'])
})

test('an index says where the chapters stand', () => {
  const entry = (id: number, position: number) =>
    element(0x4dbb, [...element(0x53ab, bytesOf(id)), ...element(0x53ac, number(position))])
  const index = Uint8Array.from([...entry(0x1549a966, 300), ...entry(0x1043a770, 70_000)])
  expect(findChaptersPosition(index)).toBe(70_000)
  expect(findChaptersPosition(index.subarray(0, 12))).toBeUndefined()
})

test('sizes have one to eight bytes, and one of all ones is not known', () => {
  expect(parseElement(Uint8Array.of(0xb6, 0x85), 0)).toEqual({ id: 0xb6, start: 2, size: 5 })
  expect(parseElement(Uint8Array.of(0xb6, 0x01, 0, 0, 0, 0, 0, 1, 0), 0)).toEqual({
    id: 0xb6,
    start: 9,
    size: 256,
  })
  expect(parseElement(Uint8Array.of(0xb6, 0xff), 0)).toEqual({ id: 0xb6, start: 2, size: undefined })
  expect(parseElement(Uint8Array.of(0x00, 0x85), 0)).toBeUndefined()
  expect(parseElement(Uint8Array.of(0x1a, 0x45), 0)).toBeUndefined()
})

test('whatever the bytes, it comes to an end', () => {
  const usual = edition(chapter(0, 'a'), chapter(1, 'b'))
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(usual.length), (garbage, at) => {
      const bytes = Uint8Array.from([...usual.slice(0, at), ...garbage, ...usual.slice(at)])
      for (const { start, title } of parseChapters(bytes)) {
        expect(Number.isNaN(start)).toBe(false)
        expect(typeof title).toBe('string')
      }
      findChaptersPosition(bytes)
    }),
  )
})
