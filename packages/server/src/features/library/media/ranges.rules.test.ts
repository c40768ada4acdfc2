import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideRanges, maxRanges } from './ranges.rules.ts'

const whole = { kind: 'whole' }
const unsatisfiable = { kind: 'unsatisfiable' }
const ranges = (...pairs: [number, number][]) => ({
  kind: 'ranges',
  ranges: pairs.map(([start, end]) => ({ start, end })),
})

describe('ranges of RFC 9110', () => {
  test.each([
    ['no header', undefined, 10, whole],
    ['both ends', 'bytes=2-5', 10, ranges([2, 5])],
    ['one byte', 'bytes=0-0', 10, ranges([0, 0])],
    ['open end', 'bytes=4-', 10, ranges([4, 9])],
    ['suffix', 'bytes=-3', 10, ranges([7, 9])],
    ['suffix longer than the file', 'bytes=-30', 10, ranges([0, 9])],
    ['end past the file', 'bytes=8-99', 10, ranges([8, 9])],
    ['start past the file', 'bytes=10-', 10, unsatisfiable],
    ['suffix of nothing', 'bytes=-0', 10, unsatisfiable],
    ['one of two past the file', 'bytes=1-2,50-60', 10, ranges([1, 2])],
    ['several apart, as requested', 'bytes=7-8,0-1', 10, ranges([7, 8], [0, 1])],
    ['overlapping', 'bytes=0-4,3-8', 10, ranges([0, 8])],
    ['touching', 'bytes=0-4,5-8', 10, ranges([0, 8])],
    ['joined by a later one', 'bytes=0-1,6-8,2-5', 10, ranges([0, 8])],
    ['empty list elements', 'bytes=, 1-2 ,,', 10, ranges([1, 2])],
    ['unit in capitals', 'BYTES=1-2', 10, ranges([1, 2])],
    ['other unit', 'seconds=1-2', 10, whole],
    ['end before start', 'bytes=5-2', 10, whole],
    ['one invalid spoils all', 'bytes=0-1,5-2', 10, whole],
    ['nothing listed', 'bytes=', 10, whole],
    ['lone dash', 'bytes=-', 10, whole],
    ['negative', 'bytes=--5', 10, whole],
    ['letters', 'bytes=a-b', 10, whole],
    ['space inside', 'bytes=1 -2', 10, whole],
    ['absurd numbers', `bytes=${'9'.repeat(400)}-`, 10, unsatisfiable],
    ['absurd end', `bytes=3-${'9'.repeat(400)}`, 10, ranges([3, 9])],
    ['absurd numbers in the wrong order', 'bytes=100000000000000000001-100000000000000000000', 10, whole],
    ['absurd suffix', `bytes=-${'9'.repeat(400)}`, 10, ranges([0, 9])],
    ['empty file, first byte', 'bytes=0-', 0, unsatisfiable],
    ['empty file, suffix', 'bytes=-5', 0, whole],
  ])('%s', (_, header, size, expected) => {
    expect(decideRanges(header, size)).toEqual(expected)
  })

  test('a list that is too long is ignored', () => {
    const header = `bytes=${Array.from({ length: maxRanges + 1 }, (_, index) => `${index * 3}-${index * 3}`).join(',')}`
    expect(decideRanges(header, 1000)).toEqual(whole)
  })

  test('any list covers exactly the bytes a naive reading covers, each once', () => {
    const position = fc.integer({ min: 0, max: 40 })
    const spec = fc.oneof(
      fc.tuple(position, position).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
      position.map((first) => `${first}-`),
      position.map((length) => `-${length}`),
    )
    const list = fc.array(spec, { minLength: 1, maxLength: maxRanges })
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 32 }), (specs, size) => {
        const decided = decideRanges(`bytes=${specs.join(',')}`, size)
        const sent = decided.kind === 'ranges' ? decided.ranges.flatMap(bytesOf) : []
        expect([...sent].sort((a, b) => a - b)).toEqual(naiveBytes(specs, size))
        expect(decided.kind).toBe(sent.length > 0 ? 'ranges' : 'unsatisfiable')
      }),
    )
  })

  test('any text is parsed without throwing', () => {
    fc.assert(fc.property(fc.string(), fc.nat(), (text, size) => void decideRanges(`bytes=${text}`, size)))
  })
})

const bytesOf = ({ start, end }: { start: number; end: number }) =>
  Array.from({ length: end - start + 1 }, (_, index) => start + index)

function naiveBytes(specs: readonly string[], size: number): number[] {
  const isWanted = (byte: number) =>
    specs.some((spec) => {
      const [first = '', last = ''] = spec.split('-')
      if (first === '') return byte >= size - Number(last)
      return byte >= Number(first) && (last === '' || byte <= Number(last))
    })
  return Array.from({ length: size }, (_, byte) => byte).filter(isWanted)
}
