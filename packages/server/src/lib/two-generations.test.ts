import { expect, test } from 'vitest'
import { TwoGenerations } from './two-generations.ts'

test('what is used stays, and what nobody asks for goes, however many come', () => {
  let made = 0
  const kept = new TwoGenerations(10, () => ({ number: made++ }))
  const first = kept.get('first')
  for (let n = 0; n < 1_000; n++) {
    kept.get(`other ${n}`)
    expect(kept.get('first')).toBe(first)
    expect(kept.size).toBeLessThanOrEqual(20)
  }
  expect(kept.get('other 0')).not.toMatchObject({ number: 1 })
})
