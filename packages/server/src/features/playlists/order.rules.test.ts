import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPlayedPart, insertBefore, type PositionedItem } from './order.rules.ts'

const at = (...positions: readonly number[]): PositionedItem[] =>
  positions.map((position, n) => ({ id: `abcdefgh`[n] ?? '', position }))

/** Returns the IDs in the order that results from the changes. */
function applied(order: readonly PositionedItem[], changes: readonly PositionedItem[]): string[] {
  const positions = new Map([...order, ...changes].map(({ id, position }) => [id, position]))
  expect(new Set(positions.values()).size).toBe(positions.size)
  return [...positions].sort(([, one], [, other]) => one - other).map(([id]) => id)
}

describe('insertBefore', () => {
  test('one row changes where there is room', () => {
    expect(insertBefore(at(100, 200, 300), ['c'], 'b')).toEqual([{ id: 'c', position: 150 }])
  })

  test('the first, the last and an empty one', () => {
    const order = at(100, 200)
    expect(applied(order, insertBefore(order, ['x', 'y'], 'a') ?? [])).toEqual(['x', 'y', 'a', 'b'])
    expect(applied(order, insertBefore(order, ['x', 'y'], null) ?? [])).toEqual(['a', 'b', 'x', 'y'])
    expect(applied([], insertBefore([], ['x', 'y'], null) ?? [])).toEqual(['x', 'y'])
  })

  test('everything is numbered anew where there is no room', () => {
    const order = at(1, 2, 3)
    const changes = insertBefore(order, ['c'], 'b') ?? []
    expect(changes).toHaveLength(3)
    expect(applied(order, changes)).toEqual(['a', 'c', 'b'])
  })

  test('nothing goes in front of what is gone, and nothing goes in front of itself', () => {
    expect(insertBefore(at(1, 2), ['a'], 'z')).toBeUndefined()
    expect(insertBefore(at(1, 2), ['a'], 'a')).toBeUndefined()
  })

  test('any moves one after the other leave the order that they say', () => {
    const moves = fc.array(fc.tuple(fc.nat(7), fc.option(fc.nat(7))), { maxLength: 60 })
    fc.assert(
      fc.property(moves, (made) => {
        let order = at(10, 20, 30, 40, 50, 60, 70, 80)
        for (const [from, to] of made) {
          const [id, before] = [order[from]?.id ?? '', to === null ? null : (order[to]?.id ?? '')]
          if (id === before) continue
          const rest = order.map((one) => one.id).filter((one) => one !== id)
          const wanted =
            before === null ? [...rest, id] : rest.flatMap((one) => (one === before ? [id, one] : [one]))
          const changes = new Map(
            (insertBefore(order, [id], before) ?? []).map((one) => [one.id, one.position]),
          )
          order = order
            .map((one) => ({ ...one, position: changes.get(one.id) ?? one.position }))
            .sort((one, other) => one.position - other.position)
          expect(order.map((one) => one.id)).toEqual(wanted)
          expect(new Set(order.map(({ position }) => position)).size).toBe(order.length)
        }
      }),
    )
  })
})

test.each([
  { counts: [2, 3, 4], at: 1, most: 100, part: { start: 0, end: 3 } },
  { counts: [5, 5, 5, 5], at: 1, most: 10, part: { start: 1, end: 3 } },
  { counts: [5, 5, 5, 5], at: 3, most: 12, part: { start: 2, end: 4 } },
  { counts: [5, 90, 5], at: 1, most: 10, part: { start: 1, end: 2 } },
  { counts: [], at: 0, most: 10, part: { start: 0, end: 0 } },
])('of $counts around $at at most $most are $part', ({ counts, at, most, part }) => {
  expect(findPlayedPart(counts, at, most)).toEqual(part)
})
