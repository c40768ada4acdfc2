import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { createSpaceShortageCheck, mebibyte } from './free-space.ts'

const shortWith = (free: number, floorBytes = 256 * mebibyte) =>
  createSpaceShortageCheck({ folder: '/data', floorBytes, freeBytes: async () => free })()

test('below the limit a message says so, at the limit there is enough space', async () => {
  expect(await shortWith(256 * mebibyte - 1)).toEqual({
    code: 'disk.short',
    values: { folder: '/data', freeMib: 255, minFreeMib: 256 },
  })
  expect(await shortWith(256 * mebibyte)).toBeUndefined()
})

test('a floor of 0 is none', async () => {
  expect(await shortWith(-1, 0)).toBeUndefined()
})

test('the system says how much is left', async () => {
  const short = (floorBytes: number) => createSpaceShortageCheck({ folder: tmpdir(), floorBytes })()
  expect(await short(1)).toBeUndefined()
  expect(await short(2 ** 60)).toMatchObject({ values: { folder: tmpdir() } })
})
