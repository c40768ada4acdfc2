import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partRangesOf, resolveRange } from './range.rules.ts'

const source = { sizeBytes: 1000, etag: '"a"' }
const cut = (range: string | null, ifRange: string | null = null) => resolveRange({ range, ifRange }, source)
const slice = (start: number, end: number) => ({ type: 'slice', slice: { start, end } })

test('an open range goes to the end, a suffix begins so far before it, and both stay inside', () => {
  expect(cut('bytes=0-')).toEqual(slice(0, 999))
  expect(cut('bytes=0-1')).toEqual(slice(0, 1))
  expect(cut('bytes=990-5000')).toEqual(slice(990, 999))
  expect(cut('bytes=-10')).toEqual(slice(990, 999))
  expect(cut('bytes=-5000')).toEqual(slice(0, 999))
  expect(cut(' Bytes = 5 - 5 ')).toEqual(slice(5, 5))
})

test('what lies behind the end is unsatisfiable', () => {
  expect(cut('bytes=1000-')).toEqual({ type: 'unsatisfiable' })
  expect(cut('bytes=-0')).toEqual({ type: 'unsatisfiable' })
  expect(resolveRange({ range: 'bytes=0-', ifRange: null }, { ...source, sizeBytes: 0 }).type).toBe(
    'unsatisfiable',
  )
})

test.each([null, '', 'bytes=-', 'bytes=5-2', 'bytes=0-1,4-5', 'items=0-1', 'bytes=a-b', 'bytes=1.5-2'])(
  'what is no single range gives the whole file: %s',
  (range) => {
    expect(cut(range)).toEqual({ type: 'whole' })
  },
)

test('a range of another version of the file gives the whole file', () => {
  expect(cut('bytes=5-9', '"a"')).toEqual(slice(5, 9))
  expect(cut('bytes=5-9', '"b"')).toEqual({ type: 'whole' })
  expect(cut('bytes=5-9', 'W/"a"')).toEqual({ type: 'whole' })
})

test('the pieces of any slice are its bytes, and no others', () => {
  const wanted = fc.tuple(fc.nat(200), fc.nat(200), fc.integer({ min: 1, max: 64 }))
  fc.assert(
    fc.property(wanted, ([start, more, partBytes]) => {
      const pieces = [...partRangesOf({ start, end: start + more }, partBytes)]
      const bytes = pieces.flatMap(({ part, from, to }) => {
        expect(from).toBeLessThan(to)
        expect(to).toBeLessThanOrEqual(partBytes)
        return Array.from({ length: to - from }, (_, at) => part * partBytes + from + at)
      })
      expect(bytes).toEqual(Array.from({ length: more + 1 }, (_, at) => start + at))
    }),
  )
})
