import { entityKinds, locales } from '@koedana/contract/values.ts'
import { expect, test } from 'vitest'
import { createArena } from '../memory/arena.ts'
import { directions, numberColumns } from '../model/generation.ts'
import { kernelBytes, simdKernel } from '../testing/generation-of.ts'
import { constants, layoutVersion, records } from './layout.ts'
import { createSimdKernel } from './simd.ts'

test.each(Object.entries(records))('the words of %s follow each other without a gap', (_, record) => {
  expect(Object.values(record)).toEqual(Object.keys(record).map((_, at) => at))
})

test('the directory has room for each kind, column, order and language behind its head', () => {
  const { kindsAt, columnsAt, ordersAt, editionOrdersAt, directoryWords } = constants
  const lengths = [columnsAt - kindsAt, ordersAt - columnsAt, editionOrdersAt - ordersAt]
  expect([...lengths, directoryWords - editionOrdersAt]).toEqual([
    8 * entityKinds.length,
    8 * numberColumns.length,
    2 * Object.keys(directions).length,
    7 * locales.length,
  ])
})

test('a module that was compiled for another layout is not used', () => {
  expect(simdKernel(createArena()).name).toBe('simd')
  expect(createSimdKernel(new WebAssembly.Module(ofAnotherLayout()), createArena())).toBe(undefined)
})

function ofAnotherLayout(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(kernelBytes)
  const at = kernelBytes.indexOf(Uint8Array.from(constantOf(layoutVersion)))
  bytes.set(constantOf(layoutVersion ^ 1), at)
  return bytes
}

/** Encodes `i32.const` with a signed LEB128 operand. */
function constantOf(value: number): number[] {
  const bytes: number[] = [0x41]
  for (let left = value; ; left >>= 7) {
    const isLast = left >= -64 && left < 64
    bytes.push((left & 0x7f) | (isLast ? 0 : 0x80))
    if (isLast) return bytes
  }
}
