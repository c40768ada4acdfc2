import { expect, test } from 'vitest'
import { createArena, pageBytes } from './arena.ts'

test('an array grows where it stays, over many pages, and the next one lies behind it', () => {
  const arena = createArena()
  arena.uint8(5)
  const growing = arena.growingInt32()
  const numbers = Int32Array.from({ length: pageBytes }, (_, at) => at - 7)
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
