import { expect, test } from 'vitest'
import { createNumberList, freeArrays } from './temporary-arrays.ts'

test('numbers come out as they came in, and leave nothing behind', () => {
  const numbers = createNumberList()
  const page = Int32Array.of(1, -2)
  numbers.append(page)
  page.fill(9)
  numbers.append(new Int32Array(0))
  numbers.append(Int32Array.of(3))
  const moved = new Int32Array(3)
  numbers.moveTo(moved)
  expect([...moved]).toEqual([1, -2, 3])
  expect(() => numbers.append(page)).toThrow(TypeError)
})

test('what is released takes no memory', () => {
  const arrays = [new Int32Array(4), new Float64Array(4)]
  freeArrays(...arrays)
  expect(arrays.map(({ buffer }) => buffer.byteLength)).toEqual([0, 0])
})
