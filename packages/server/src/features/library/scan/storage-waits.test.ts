import type { TaskWait } from '@koedana/contract/tasks.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type OpenFile, type Storage, StorageError } from '../../storages/storage.ts'
import { withWaits } from './storage-waits.ts'

const start = Date.parse('2026-11-20T12:00:00.000Z')
const minuteMs = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

const file: OpenFile = {
  sizeBytes: 1,
  modifiedAt: new Date(start),
  etag: '"1"',
  read: async () => new Uint8Array(1),
  stream: () => {
    throw new Error('not streamed')
  },
  close: async () => undefined,
}

function given(respond: () => Promise<void>) {
  const waits: (TaskWait | undefined)[] = []
  let calls = 0
  const called = async <T>(result: T): Promise<T> => {
    calls += 1
    await respond()
    return result
  }
  const storage: Storage = {
    capabilities: {
      addressing: 'path',
      listsFacts: true,
      links: 'none',
      hasChanges: false,
      limits: { account: undefined, parallel: 4 },
    },
    root: '',
    name: 'files',
    list: () => called({ entries: [], next: undefined }),
    stat: () => Promise.reject(new StorageError('notFound')),
    open: async () => ({ ...file, read: () => called(new Uint8Array(1)) }),
    link: async () => undefined,
    health: async () => ({ state: 'available', space: undefined }),
  }
  const waiting = withWaits(storage, { onWait: (wait) => waits.push(wait) })
  return { storage: waiting, waits, calls: () => calls }
}

/** Advances the fake clock until `act` settles; returns its fault, or undefined on success. */
async function faultAfter(act: () => unknown): Promise<string | undefined> {
  let ended: { readonly fault: string | undefined } | undefined
  Promise.resolve()
    .then(act)
    .then(
      () => {
        ended = { fault: undefined }
      },
      (error: unknown) => {
        ended = { fault: error instanceof StorageError ? error.fault : String(error) }
      },
    )
  for (let left = 10_000; !ended && left > 0; left -= 1) await vi.advanceTimersByTimeAsync(1_000)
  return ended?.fault
}

const limited = (retryAfterMs: number) => new StorageError('rateLimited', { retryAfterMs })

test('3,000 calls through windows of 600 per half hour all succeed', async () => {
  // Jianguoyun blocks for the rest of the window after 600 requests.
  let windowEnd = 0
  let left = 0
  const { storage, waits } = given(async () => {
    if (Date.now() >= windowEnd) [windowEnd, left] = [Date.now() + 30 * minuteMs, 600]
    if (left === 0) throw limited(minuteMs)
    left -= 1
  })
  const list = async () => {
    for (let call = 0; call < 3_000; call += 1) await storage.list('')
  }
  expect(await faultAfter(list)).toBeUndefined()
  expect(Date.now() - start).toBeGreaterThanOrEqual(2 * 60 * minuteMs)
  expect(waits[0]).toEqual({
    reason: 'rateLimited',
    until: '2026-11-20T12:01:00.000Z',
    limitSeconds: 45 * 60,
  })
  expect(waits.at(-1)).toBeUndefined()
})

test('a storage that only limits requests is given up after the limit, and simultaneous calls count once', async () => {
  const { storage, calls } = given(async () => {
    throw limited(minuteMs)
  })
  const several = () => Promise.all([1, 2, 3, 4].map(() => storage.list('')))
  expect(await faultAfter(several)).toBe('rateLimited')
  expect(Date.now() - start).toBeGreaterThanOrEqual(44 * minuteMs)
  expect(Date.now() - start).toBeLessThanOrEqual(46 * minuteMs)
  const before = calls()
  expect(await faultAfter(() => storage.list(''))).toBe('rateLimited')
  expect(calls() - before).toBe(1)
})

test('a wait beyond the limit is not begun', async () => {
  const { storage, waits } = given(async () => {
    throw limited(60 * minuteMs)
  })
  expect(await faultAfter(() => storage.list(''))).toBe('rateLimited')
  expect(waits).toEqual([])
})

test('reads of an open file wait too', async () => {
  let isLimited = true
  const { storage, calls } = given(async () => {
    if (!isLimited) return
    isLimited = false
    throw limited(minuteMs)
  })
  const read = async () => (await storage.open('a')).read({ start: 0, end: 0 })
  expect(await faultAfter(read)).toBeUndefined()
  expect(calls()).toBe(2)
})

test('a storage that hangs is reported with its limit, given up, and not called again', async () => {
  const { storage, waits, calls } = given(() => new Promise(() => undefined))
  expect(await faultAfter(() => storage.list(''))).toBe('unavailable')
  expect(waits).toEqual([
    { reason: 'noResponse', until: '2026-11-20T12:05:00.000Z', limitSeconds: 300 },
    undefined,
  ])
  expect(await faultAfter(() => storage.list(''))).toBe('unavailable')
  expect(calls()).toBe(1)
})

test('a response ends the silence of a storage that timed out before', async () => {
  let isSilent = true
  const { storage } = given(async () => {
    await new Promise((resolve) => setTimeout(resolve, 2 * minuteMs))
    if (isSilent) throw new StorageError('unavailable')
  })
  for (let round = 0; round < 3; round += 1) {
    isSilent = true
    expect(await faultAfter(() => storage.list(''))).toBe('unavailable')
    isSilent = false
    expect(await faultAfter(() => storage.list(''))).toBeUndefined()
  }
})

test('a missing file is a response, and needs no wait', async () => {
  const { storage, waits } = given(async () => undefined)
  expect(await faultAfter(() => storage.stat('a'))).toBe('notFound')
  expect(await faultAfter(() => storage.list(''))).toBeUndefined()
  expect(waits).toEqual([])
})
