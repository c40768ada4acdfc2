import fc from 'fast-check'
import { expect, test } from 'vitest'
import { missingRecord, RecordCache } from './record-cache.ts'

/** A segment has space for only a few records. */
const segmentBytes = 256
/** Each test record begins with its own length. */
const withLength = (bytes: Uint8Array) => Buffer.from([bytes.length, ...bytes])

function read(cache: RecordCache, key: number, variant: number): Buffer | undefined {
  const entry = cache.find(key, variant)
  if (entry === missingRecord) return undefined
  const { bytes } = cache.memoryOf(entry)
  const start = cache.startOf(entry)
  return bytes.subarray(start + 1, start + 1 + bytes.readUInt8(start))
}

const textOf = (cache: RecordCache, key: number, variant = 0) => read(cache, key, variant)?.toString()
const put = (cache: RecordCache, key: number, text: string, variant = 0) =>
  cache.set(key, variant, withLength(Buffer.from(text)))

test('what is read again and again stays while others pass', () => {
  const cache = new RecordCache(() => 4 * segmentBytes, segmentBytes)
  put(cache, 0, 'mine')
  for (let key = 1; key < 500; key++) {
    expect(textOf(cache, 0)).toBe('mine')
    put(cache, key, `passing ${key}`)
  }
  expect(cache.size).toBeGreaterThan(10)
  expect(cache.size).toBeLessThan(60)
})

test('the latest record counts, variants of a key are apart, and go together', () => {
  const cache = new RecordCache(() => 4 * segmentBytes, segmentBytes)
  put(cache, 1, 'first', 3)
  put(cache, 1, 'second', 3)
  put(cache, 1, 'other', 4)
  put(cache, 2, 'of another', 3)
  expect([3, 4, 5].map((variant) => textOf(cache, 1, variant))).toEqual(['second', 'other', undefined])
  expect(cache.size).toBe(3)
  cache.delete(1)
  expect([3, 4].map((variant) => textOf(cache, 1, variant))).toEqual([undefined, undefined])
  expect(textOf(cache, 2, 3)).toBe('of another')
})

test('a record that is longer than a segment is not kept, nor what it would have replaced', () => {
  const cache = new RecordCache(() => 4 * segmentBytes, segmentBytes)
  put(cache, 1, 'short')
  cache.set(1, 0, new Uint8Array(segmentBytes))
  expect(textOf(cache, 1)).toBeUndefined()
})

test('what a reader holds stays as it was, whatever comes after it', () => {
  const cache = new RecordCache(() => 2 * segmentBytes, segmentBytes)
  put(cache, 1, 'held')
  const held = read(cache, 1, 0)
  for (let key = 2; key < 200; key++) put(cache, key, `key ${key}`)
  expect(textOf(cache, 1)).toBeUndefined()
  expect(held?.toString()).toBe('held')
})

test('records that are replaced all the time take no more room than those that stand', () => {
  const cache = new RecordCache(() => 1_000 * segmentBytes, segmentBytes)
  for (let time = 0; time < 2_000; time++) {
    for (let key = 0; key < 10; key++) put(cache, key, `at ${time}`)
    expect(textOf(cache, time % 10)).toBe(`at ${time}`)
  }
  expect(cache.segmentCount).toBeLessThan(8)
})

test('whatever comes and goes, a key has its own latest record or none, and no more are kept than may be', () => {
  const step = fc.tuple(fc.constantFrom('set', 'get', 'delete'), fc.nat(40), fc.nat(2), fc.nat(30))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), fc.integer({ min: 1, max: 6 }), (steps, segments) => {
      const cache = new RecordCache(() => segments * segmentBytes, segmentBytes)
      const latest = new Map<string, string>()
      const name = (key: number, variant: number) => `${key}.${variant}`
      steps.forEach(([act, key, variant, length], at) => {
        if (act === 'delete') {
          cache.delete(key)
          for (let one = 0; one <= 2; one++) latest.delete(name(key, one))
        } else if (act === 'set') {
          const text = `${at}`.padEnd(length, '.')
          put(cache, key, text, variant)
          latest.set(name(key, variant), text)
          expect(textOf(cache, key, variant)).toBe(text)
        }
        expect([undefined, latest.get(name(key, variant))]).toContain(textOf(cache, key, variant))
        expect(cache.segmentCount).toBeLessThanOrEqual(segments)
        expect(cache.size).toBeLessThanOrEqual(latest.size)
      })
    }),
  )
})

test('a table that grows loses nothing', () => {
  const cache = new RecordCache(() => 2 ** 24)
  for (let key = 0; key < 5_000; key++) put(cache, key * 7, `${key}`, key % 3)
  for (let key = 0; key < 5_000; key += 3) cache.delete(key * 7)
  const kept = Array.from({ length: 5_000 }, (_, key) => textOf(cache, key * 7, key % 3))
  expect(kept).toEqual(Array.from({ length: 5_000 }, (_, key) => (key % 3 === 0 ? undefined : `${key}`)))
})
