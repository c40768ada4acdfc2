import { expect, test } from 'vitest'
import { createArena, pageBytes } from './arena.ts'

test('arenas over the same memory never hand out the same address, also where both make it grow', () => {
  const one = createArena()
  one.uint32(5)
  const other = createArena(one.memory, one.used())
  const arrays = [3, pageBytes, 1, 2 * pageBytes, 7].flatMap((length) => [
    one.uint8(length),
    other.uint16(length),
  ])
  for (const [at, array] of arrays.entries()) array.fill(at + 1)
  expect(arrays.every((array, at) => array.every((value) => value === at + 1))).toBe(true)
  expect(one.used()).toBe(other.used())
  expect(one.used()).toBeLessThanOrEqual(one.memory.buffer.byteLength)
})

test('memory that is filled up to an address is handed out from there', () => {
  const { memory } = createArena()
  expect(
    createArena(new WebAssembly.Memory({ initial: 2, maximum: 4, shared: true }), 70_000).uint8(1).byteOffset,
  ).toBe(70_000)
  expect(createArena(memory).uint8(1).byteOffset).toBe(pageBytes)
})

test('an array grows where it stays, over many pages, and the next one lies behind it', () => {
  const arena = createArena()
  arena.uint8(5)
  const growing = arena.growingUint16()
  const numbers = Uint16Array.from({ length: 2 * pageBytes }, (_, at) => at + 7)
  growing.append(numbers.subarray(0, 3))
  growing.append([])
  growing.append(numbers.subarray(3))
  const grown = growing.finish()
  const next = arena.uint8(1)
  expect(grown).toEqual(numbers)
  expect(next.byteOffset).toBeGreaterThanOrEqual(grown.byteOffset + grown.byteLength)
})

test('an array does not grow over another that was handed out since', () => {
  const arena = createArena()
  const growing = arena.growingUint16()
  growing.append([1, 2, 3])
  arena.uint8(1)
  expect(() => growing.append([4])).toThrow('cannot grow')
})
