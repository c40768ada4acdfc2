import { expect, test } from 'vitest'
import { type Marked, Recent } from './recent.ts'

const value = (name: string): Marked & { name: string } => ({ name, isUsed: false })

test('what is asked for again and again stays while others pass', () => {
  const recent = new Recent<ReturnType<typeof value>>(10)
  recent.set(0, value('mine'))
  for (let key = 1; key < 100; key++) {
    expect(recent.get(0)?.name).toBe('mine')
    recent.set(key, value('passing'))
  }
  const kept = Array.from({ length: 100 }, (_, key) => recent.get(key)).filter((one) => one !== undefined)
  expect(kept).toHaveLength(10)
})

test('where all are in use the oldest goes; the latest value counts; what is deleted is gone', () => {
  const recent = new Recent<ReturnType<typeof value>>(2)
  recent.set(1, value('first'))
  recent.set(1, value('second'))
  recent.set(2, value('other'))
  expect([recent.get(1)?.name, recent.get(2)?.name]).toEqual(['second', 'other'])
  recent.set(3, { name: 'used', isUsed: true })
  expect([1, 2, 3].map((key) => recent.get(key)?.name)).toEqual([undefined, 'other', 'used'])
  recent.delete(2)
  expect(recent.get(2)).toBeUndefined()
})
