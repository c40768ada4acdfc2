import { expect, test } from 'vitest'
import { type OfflineTrack, partBytes } from '../../../lib/offline-work.rules.ts'
import {
  downloadedFraction,
  type Evictable,
  judgeResponse,
  nextHeaders,
  planEviction,
  recheck,
  remainingBytes,
} from './download.rules.ts'

const size = 2 * partBytes + 10
const fresh: OfflineTrack = { id: 't', title: 'T', sizeBytes: 0, type: '', etag: '', parts: 0 }
const begun: OfflineTrack = { ...fresh, sizeBytes: size, type: 'audio/mpeg', etag: '"a"', parts: 1 }
const response = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers(headers),
})
const part = (start: number, end: number, more: Record<string, string> = {}) =>
  response(206, {
    etag: '"a"',
    'content-range': `bytes ${start}-${end}/${size}`,
    'content-type': 'audio/mpeg',
    ...more,
  })

test('a part is requested by its bytes, and from the second on only of the same file', () => {
  expect(nextHeaders(fresh)).toEqual({ range: `bytes=0-${partBytes - 1}` })
  expect(nextHeaders(begun)).toEqual({
    range: `bytes=${partBytes}-${2 * partBytes - 1}`,
    'if-range': '"a"',
  })
})

test('the part that was wanted is taken, the last one as short as it is', () => {
  const known = { etag: '"a"', sizeBytes: size, type: 'audio/mpeg' }
  expect(judgeResponse(part(0, partBytes - 1), fresh)).toEqual({ outcome: 'part', ...known })
  expect(judgeResponse(part(partBytes, 2 * partBytes - 1), begun)).toEqual({ outcome: 'part', ...known })
  expect(judgeResponse(part(2 * partBytes, size - 1), { ...begun, parts: 2 }).outcome).toBe('part')
})

test('another version of the file begins it anew', () => {
  expect(judgeResponse(response(200), begun).outcome).toBe('changed')
  expect(judgeResponse(response(416, { 'content-range': 'bytes */3' }), begun).outcome).toBe('changed')
  expect(judgeResponse(part(partBytes, 2 * partBytes - 1, { etag: '"b"' }), begun).outcome).toBe('changed')
  const grown = { 'content-range': `bytes ${partBytes}-${2 * partBytes - 1}/${size + 1}` }
  expect(judgeResponse(part(0, 0, grown), begun).outcome).toBe('changed')
})

test('what cannot be put together is not taken', () => {
  expect(judgeResponse(response(200), fresh).outcome).toBe('unusable')
  expect(judgeResponse(response(416), fresh).outcome).toBe('unusable')
  expect(judgeResponse(part(0, partBytes - 1, { etag: 'W/"a"' }), fresh).outcome).toBe('unusable')
  expect(judgeResponse(response(206, { 'content-range': `bytes 0-9/${size}` }), fresh).outcome).toBe(
    'unusable',
  )
  expect(judgeResponse(part(0, partBytes - 2), fresh).outcome).toBe('unusable')
  expect(judgeResponse(part(1, partBytes), fresh).outcome).toBe('unusable')
  expect(judgeResponse(part(0, 0, { 'content-range': 'bytes 0-9/*' }), fresh).outcome).toBe('unusable')
})

test.each([
  [401, 'refused'],
  [403, 'refused'],
  [404, 'gone'],
  [410, 'gone'],
  [429, 'away'],
  [500, 'away'],
  [503, 'away'],
  [307, 'away'],
])('%i is %s', (status, outcome) => {
  expect(judgeResponse(response(status), begun).outcome).toBe(outcome)
})

const work = (workId: string, heardAt: number | null, more: Partial<Evictable> = {}): Evictable => ({
  workId,
  size: 100,
  heardAt,
  keptAt: 0,
  isInUse: false,
  ...more,
})

test('the work that was not heard for the longest time makes room, after those that never were', () => {
  const works = [
    work('new', 30),
    work('old', 10),
    work('never', null),
    work('later never', null, { keptAt: 5 }),
  ]
  expect(planEviction(works, 100, 0)).toEqual(['never'])
  expect(planEviction(works, 300, 0)).toEqual(['never', 'later never', 'old'])
  expect(planEviction(works, 100, 100)).toEqual([])
})

test('nothing goes for what would not fit all the same, and what plays stays', () => {
  expect(planEviction([work('a', null), work('b', 1)], 201, 0)).toBeUndefined()
  expect(planEviction([work('a', null, { isInUse: true }), work('b', 1)], 100, 0)).toEqual(['b'])
  expect(planEviction([work('a', null, { isInUse: true })], 100, 99)).toBeUndefined()
})

const kept = [{ id: 'a' }, { id: 'b' }]
const listed = (id: string, url: string | null = '/x', away = false) => ({ id, url, away })

test('a work leaves when the server hides it, has none of it, or lets nobody hear it', () => {
  for (const status of [403, 404, 410]) expect(recheck({ status, tracks: [] }, kept).outcome).toBe('leaves')
  expect(recheck({ status: 200, tracks: [] }, kept).outcome).toBe('leaves')
  expect(recheck({ status: 200, tracks: [listed('a', null), listed('b', null)] }, kept).outcome).toBe(
    'leaves',
  )
})

test('a work stays while its server or its storage is away, and loses the tracks that it no longer has', () => {
  for (const status of [0, 401, 429, 500, 503])
    expect(recheck({ status, tracks: [] }, kept)).toEqual({ outcome: 'unknown' })
  expect(recheck({ status: 200, tracks: [listed('a', null, true)] }, kept)).toEqual({
    outcome: 'stays',
    ids: new Set(['a']),
  })
  expect(recheck({ status: 200, tracks: [listed('a'), listed('c')] }, kept)).toEqual({
    outcome: 'stays',
    ids: new Set(['a']),
  })
})

const listedSizes = [
  { id: 'a', sizeBytes: 100 },
  { id: 'b', sizeBytes: 300 },
]
const track = (id: string, sizeBytes: number, parts: number): OfflineTrack => ({
  ...fresh,
  id,
  sizeBytes,
  parts,
})

test('what is still to come is known from what is here, and of the rest from what the server lists', () => {
  const tracks = [track('a', 80, 1), track('b', 0, 0)]
  expect(remainingBytes({ tracks }, { tracks: listedSizes })).toBe(300)
  expect(remainingBytes({ tracks: [track('a', 80, 1)] }, { tracks: [] })).toBe(0)
})

test('a work is whole once every track is, and never said to be sooner', () => {
  expect(downloadedFraction({ tracks: [track('a', 100, 1), track('b', 300, 1)] })).toBe(1)
  expect(downloadedFraction({ tracks: [track('a', 100, 1), track('b', 0, 0)] }, listedSizes)).toBe(0.25)
  expect(downloadedFraction({ tracks: [track('a', 100, 1), track('b', 0, 0)] })).toBe(0.5)
  expect(downloadedFraction({ tracks: [track('a', 0, 0), track('b', 0, 0)] })).toBe(0)
  const nearly = 1000 * partBytes
  expect(downloadedFraction({ tracks: [track('a', nearly, 999)] })).toBe(0.99)
})
