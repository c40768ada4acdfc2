import { expect, test } from 'vitest'
import { describeLayout } from './generation.ts'

test('the layout names every array with its kind, and is the same each time', () => {
  const layout = describeLayout()
  expect(describeLayout()).toBe(layout)
  for (const part of ['columns', 'postings', 'orders', 'works', 'grown', 'Uint32Array', 'Uint8Array']) {
    expect(layout).toContain(part)
  }
  expect(layout).not.toMatch(/\d{3,}/)
})
