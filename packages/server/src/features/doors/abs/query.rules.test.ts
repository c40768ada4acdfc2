import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  decodeBase64Param,
  encodeBase64Param,
  mirrorSpan,
  msOf,
  orderOf,
  pageOf,
  requestedFilterOf,
  spanOf,
} from './query.rules.ts'
import { deviceOf, kindOf, localSessionOf, PlayBody, syncOf } from './session.rules.ts'

test('a list read from its end has the same pages, in reverse', () => {
  fc.assert(
    fc.property(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 25 }), (total, limit) => {
      const kept = Array.from({ length: total }, (_, at) => at)
      const pages = Array.from({ length: Math.ceil(total / limit) + 1 }, (_, page) => {
        const { offset, limit: count } = mirrorSpan(spanOf({ page, limit }), total)
        return kept.slice(offset, offset + count).reverse()
      })
      expect(pages.flat()).toEqual(kept.toReversed())
    }),
  )
})

test('what is asked is read leniently', () => {
  expect(pageOf({ page: '2', limit: '40' })).toEqual({ page: 2, limit: 40 })
  expect(pageOf({ page: '-1', limit: '1e9' })).toEqual({ page: 0, limit: undefined })
  expect(pageOf({ limit: '999999' }).limit).toBe(999_999)
  expect(pageOf({ limit: '0' }).limit).toBeUndefined()
  expect(orderOf({ sort: 'addedAt' })).toEqual({ sort: 'recentlyAdded', isReversed: true })
  expect(orderOf({ sort: '__proto__', desc: '1' })).toEqual({ sort: 'releaseDateDesc', isReversed: false })
  expect(requestedFilterOf({ filter: 'all' })).toBeUndefined()
  // An app URL-encodes the last character twice.
  expect(requestedFilterOf({ filter: 'progress.aW4tcHJvZ3Jlc3M%3D' })).toEqual({
    group: 'progress',
    value: 'in-progress',
  })
})

test('a name is read as it was written, though a plus was taken for a space', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(decodeBase64Param(encodeBase64Param(name))).toBe(name)
      expect(decodeBase64Param(Buffer.from(name).toString('base64').replaceAll('+', ' '))).toBe(name)
    }),
  )
})

test.each([
  [0, 10_000, 'beat'],
  [60_000, 10_000, 'seek'],
  [60_000, 59_000, 'beat'],
  [60_000, 0, 'beat'],
  [60_000, 595_000, 'finish'],
] as const)('from %i to %i is a %s', (beforeMs, timeMs, kind) => {
  expect(kindOf({ beforeMs, timeMs, totalMs: 600_000, isOver: false })).toBe(kind)
})

test('of a short work, only the very end is its end', () => {
  expect(kindOf({ beforeMs: 0, timeMs: 10_000, totalMs: 15_000, isOver: true })).toBe('pause')
  expect(kindOf({ beforeMs: 0, timeMs: 14_500, totalMs: 15_000, isOver: true })).toBe('finish')
})

test('numbers of strangers are times that there are', () => {
  expect([1e308, -5, 0.0004, Number.NaN, '7', null].map(msOf)).toEqual([
    604_800_000,
    0,
    0,
    undefined,
    undefined,
    undefined,
  ])
  expect(syncOf({ currentTime: 5, timeListened: 'x' })).toEqual({ timeMs: 5_000, listened: 0 })
  for (const body of [undefined, null, [], {}, { currentTime: '5' }]) expect(syncOf(body)).toBeUndefined()
})

test('a local session is never later than now, and lasts no longer than it says', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.anything(), (startedAt, updatedAt, timeListening) => {
      const body = { id: 'a', libraryItemId: 'b', currentTime: 1, startedAt, updatedAt, timeListening }
      const session = localSessionOf(body, 1_000_000)
      expect(session?.endedMs).toBeLessThanOrEqual(1_000_000)
      expect(session?.startedMs).toBeLessThanOrEqual(session?.endedMs ?? 0)
      expect(session?.startedMs).toBeGreaterThanOrEqual(0)
    }),
  )
  for (const body of [null, {}, { id: 1, libraryItemId: 'x', currentTime: 1 }, { id: 'x', currentTime: 1 }])
    expect(localSessionOf(body, 1)).toBeUndefined()
})

test('a device is what an app says of it, cut and without control characters', () => {
  const device = (body: unknown) => deviceOf(v.parse(PlayBody, body))
  expect(
    device({
      deviceInfo: { deviceId: 'abcdefgh', clientName: 'Lissen', deviceName: 'Lissen' },
      mediaPlayer: 'Exo',
    }),
  ).toEqual({ id: 'abcdefgh', name: 'Lissen', player: 'Exo' })
  expect(
    device({ deviceInfo: { deviceId: '../', clientName: 'a\u0000\ud800b'.repeat(99), model: 7 } }),
  ).toMatchObject({ id: undefined, name: expect.stringMatching(/^[a b]{80}$/) })
  for (const body of [undefined, 'x', { deviceInfo: [] }])
    expect(device(body)).toEqual({ id: undefined, name: '', player: 'unknown' })
})
