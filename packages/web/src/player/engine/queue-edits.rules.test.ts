import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currentOf, emptyQueue, queueFrom } from './queue.rules.ts'
import {
  isShuffled,
  moveItemInQueue,
  onlyCurrent,
  shuffled,
  unshuffled,
  withLast,
  withNext,
  withoutItems,
} from './queue-edits.rules.ts'

interface Item {
  readonly id: number
  readonly order?: number | undefined
}
const queues = fc
  .tuple(fc.uniqueArray(fc.nat(99), { minLength: 1, maxLength: 12 }), fc.nat(11))
  .map(([ids, index]) =>
    queueFrom(
      ids.map((id): Item => ({ id })),
      index,
    ),
  )
const ids = (items: readonly Item[]) => items.map(({ id }) => id)
const at = fc.integer({ min: -2, max: 13 })

test('a track goes where it is dragged, and what plays goes on playing', () => {
  fc.assert(
    fc.property(queues, at, at, (queue, from, to) => {
      const after = moveItemInQueue(queue, from, to)
      expect(currentOf(after)).toBe(currentOf(queue))
      expect(ids(after.items).toSorted()).toEqual(ids(queue.items).toSorted())
      const item = queue.items[from]
      if (item && queue.items[to]) expect(after.items[to]).toBe(item)
      else expect(after).toBe(queue)
    }),
  )
})

test('what is added is next, or last', () => {
  const more = [{ id: 100 }, { id: 101 }]
  fc.assert(
    fc.property(queues, (queue) => {
      const next = withNext(queue, more)
      expect(currentOf(next)).toBe(currentOf(queue))
      expect(next.items.slice(queue.index + 1, queue.index + 3)).toEqual(more)
      expect(withLast(queue, more).items.slice(-2)).toEqual(more)
    }),
  )
  expect(withNext(emptyQueue, more)).toEqual({ items: more, index: 0 })
})

test('a shuffled queue begins with what plays, has every track once, and can be put back', () => {
  fc.assert(
    fc.property(
      queues,
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      (queue, numbers) => {
        const random = () => numbers.next().value ?? 0
        const mixed = shuffled(queue, random)
        expect(mixed.items[0]?.id).toBe(currentOf(queue)?.id)
        expect(isShuffled(mixed)).toBe(true)
        expect(ids(mixed.items).toSorted()).toEqual(ids(queue.items).toSorted())
        const back = unshuffled(withLast(mixed, [{ id: 100 }]))
        expect(ids(back.items)).toEqual([...ids(queue.items), 100])
        expect(currentOf(back)?.id).toBe(currentOf(queue)?.id)
        expect(isShuffled(back)).toBe(false)
      },
    ),
  )
})

test('every order comes out of a shuffle', () => {
  const queue = queueFrom<Item>([{ id: 0 }, { id: 1 }, { id: 2 }], 0)
  const orders = [0, 0.6].map((number) => ids(shuffled(queue, () => number).items).join())
  expect(new Set(orders)).toEqual(new Set(['0,2,1', '0,1,2']))
})

test('a cleared queue has what plays', () => {
  fc.assert(
    fc.property(queues, (queue) => {
      expect(onlyCurrent(queue)).toEqual({ items: [currentOf(queue)], index: 0 })
    }),
  )
  expect(onlyCurrent(emptyQueue).items).toEqual([])
})

test('what joined the queue leaves it again, and what plays goes on playing', () => {
  fc.assert(
    fc.property(queues, fc.array(fc.nat(99), { maxLength: 6 }), (queue, more) => {
      const joined = more.map((id): Item => ({ id }))
      const after = withoutItems(withLast(queue, joined), joined, (one, other) => one.id === other.id)
      expect(ids(after.items)).toEqual(ids(queue.items))
      expect(currentOf(after)).toBe(currentOf(queue))
    }),
  )
})

test('what left the queue meanwhile is not looked for', () => {
  const queue = queueFrom<Item>([{ id: 1 }, { id: 2 }], 0)
  const isSame = (one: Item, other: Item) => one.id === other.id
  expect(withoutItems(queue, [{ id: 2 }, { id: 9 }], isSame)).toEqual(queueFrom<Item>([{ id: 1 }], 0))
})
