import { expect, test } from 'vitest'
import { scrollStep } from './drag-scroll.rules.ts'

const ends = { top: 0, bottom: 800 }

test('near an end it scrolls, the faster the nearer, and nowhere else', () => {
  expect(scrollStep({ from: 400, y: 500 }, ends)).toBe(0)
  const [near, nearer] = [scrollStep({ from: 400, y: 650 }, ends), scrollStep({ from: 400, y: 780 }, ends)]
  expect(near).toBeGreaterThan(0)
  expect(nearer).toBeGreaterThan(near)
  expect(scrollStep({ from: 400, y: 20 }, ends)).toBe(-nearer)
  expect(scrollStep({ from: 400, y: 5_000 }, ends)).toBe(scrollStep({ from: 400, y: 800 }, ends))
})

test('what is taken near an end and moved away from it scrolls nothing', () => {
  expect(scrollStep({ from: 780, y: 760 }, ends)).toBe(0)
  expect(scrollStep({ from: 20, y: 40 }, ends)).toBe(0)
})
