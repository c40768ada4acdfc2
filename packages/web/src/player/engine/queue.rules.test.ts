import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currentOf, emptyQueue, queueFrom, withIndex, withoutAt, withStep } from './queue.rules.ts'

const items = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 12 })
const index = fc.integer({ min: -3, max: 15 })

test('the index always points at an item', () => {
  fc.assert(
    fc.property(items, index, fc.array(index, { maxLength: 14 }), (list, start, removals) => {
      let queue = queueFrom(list, start)
      for (const at of removals) {
        queue = withoutAt(queue, at)
        expect(currentOf(queue) === undefined).toBe(queue.items.length === 0)
      }
    }),
  )
})

test('removing another item leaves the one that plays', () => {
  fc.assert(
    fc.property(items, index, index, (list, start, at) => {
      const queue = queueFrom(list, start)
      if (at !== queue.index) expect(currentOf(withoutAt(queue, at))).toBe(currentOf(queue))
    }),
  )
})

test('stepping on and back comes back, and ends at the ends', () => {
  fc.assert(
    fc.property(items, index, (list, start) => {
      const queue = queueFrom(list, start)
      const next = withStep(queue, 1)
      if (next) expect(withStep(next, -1)).toEqual(queue)
      else expect(queue.index).toBe(list.length - 1)
    }),
  )
})

test('an empty queue has nothing to play', () => {
  expect(currentOf(emptyQueue)).toBeUndefined()
  expect(withStep(emptyQueue, 1)).toBeUndefined()
  expect(withIndex(emptyQueue, 3)).toEqual({ items: [], index: 0 })
})
