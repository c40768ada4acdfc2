import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { mebibyte, watchFreeSpace } from './free-space.ts'

const shortWith = (free: number, floorBytes = 256 * mebibyte) =>
  watchFreeSpace({ folder: '/data', floorBytes, freeBytes: async () => free })()

test('below the floor a sentence says so; at it there is room', async () => {
  expect(await shortWith(256 * mebibyte - 1)).toBe(
    'Only 255 MiB are free on the disk of /data (MIN_FREE_MIB is 256). Free up space and start the task again.',
  )
  expect(await shortWith(256 * mebibyte)).toBeUndefined()
})

test('a floor of 0 is none', async () => {
  expect(await shortWith(-1, 0)).toBeUndefined()
})

test('the system says how much is left', async () => {
  const short = (floorBytes: number) => watchFreeSpace({ folder: tmpdir(), floorBytes })()
  expect(await short(1)).toBeUndefined()
  expect(await short(2 ** 60)).toContain(tmpdir())
})
