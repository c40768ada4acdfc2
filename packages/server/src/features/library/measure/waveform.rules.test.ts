import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWaveform, waveformPoints } from './waveform.rules.ts'

const bytesOf = (samples: readonly number[]): Uint8Array => new Uint8Array(Int16Array.from(samples).buffer)

test('each point is the loudest of its part, wherever the bytes were cut', () => {
  const samples = Array.from({ length: 1_000_000 }, (_, at) => (at < 500_000 ? -8_192 : 16_384))
  const whole = bytesOf(samples)
  const shape = createWaveform()
  for (let at = 0; at < whole.length; at += 9_999) shape.add(whole.subarray(at, at + 9_999))
  const points = shape.points()
  expect(points).toHaveLength(waveformPoints)
  expect(points?.[0]).toBe(64)
  expect(points?.[490]).toBe(64)
  expect(points?.[510]).toBe(128)
  expect(points?.[999]).toBe(128)
})

test('a click is seen however long the sound is', () => {
  const shape = createWaveform()
  const quiet = bytesOf(new Array<number>(100_000).fill(0))
  for (let part = 0; part < 60; part += 1) shape.add(part === 30 ? bytesOf([-32_768, 0]) : quiet)
  const points = [...(shape.points() ?? [])]
  expect(Math.max(...points)).toBe(255)
  expect(points.filter((point) => point > 0).length).toBeLessThanOrEqual(2)
  expect(Math.abs(points.indexOf(255) - (30 / 59) * waveformPoints)).toBeLessThan(3)
})

test('the shortest sound has all points, and nothing has none', () => {
  const shape = createWaveform()
  expect(shape.points()).toBeUndefined()
  shape.add(bytesOf([100]))
  expect(shape.points()).toHaveLength(waveformPoints)
})

test('how the bytes come in pieces makes no difference', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.integer({ min: 1, max: 99 }), (bytes, size) => {
      const [one, other] = [createWaveform(), createWaveform()]
      one.add(bytes)
      for (let at = 0; at < bytes.length; at += size) other.add(bytes.subarray(at, at + size))
      expect(other.points()).toEqual(one.points())
    }),
  )
})
