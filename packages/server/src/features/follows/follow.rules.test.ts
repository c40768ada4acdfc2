import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  earliestFirst,
  idsFor,
  keysByKind,
  newestFirst,
  resolveFollows,
  type StoredFollow,
} from './follow.rules.ts'

const at = '2026-11-20T12:00:00.000Z'
const stored: readonly StoredFollow[] = [
  { kind: 'artists', id: 'merged', followedAt: at },
  { kind: 'artists', id: 'voice', followedAt: at },
  { kind: 'makers', id: 'voice', followedAt: at },
  { kind: 'series', id: 'gone', followedAt: at },
]
/** `merged` was merged into `voice`. */
const keys: Readonly<Record<string, number>> = { 'artists voice': 5, 'artists merged': 5, 'makers voice': 5 }
const findKey = (kind: string, id: string) => keys[`${kind} ${id}`]

test('two ids that lead to one are followed once, and what is gone is left out', () => {
  const known = resolveFollows(stored, findKey)
  expect(known.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['artists merged', 'makers voice'])
  expect(keysByKind(known)).toEqual([
    { kind: 'makers', keys: [5] },
    { kind: 'artists', keys: [5] },
  ])
})

test.each([
  ['artists', 'voice', ['merged', 'voice']],
  ['artists', 'merged', ['merged', 'voice']],
  ['makers', 'voice', ['voice']],
  ['series', 'gone', ['gone']],
  ['series', 'nothing', []],
] as const)('%s %s stands for %j', (kind, id, ids) => {
  expect(idsFor(stored, { kind, id }, findKey)).toEqual(ids)
})

test('the newest come first, unknown days last, and those alike by their key', () => {
  const day = fc.constantFrom(null, '2026-01-02', '2026-01-01', '1999-12-31')
  const works = fc.uniqueArray(fc.record({ key: fc.nat(50), released_on: day }), {
    selector: ({ key }) => key,
  })
  fc.assert(
    fc.property(works, (some) => {
      const order = newestFirst(some)
      const dayOf = (key: number | undefined) => some.find((work) => work.key === key)?.released_on ?? ''
      expect(order.toSorted((a, b) => a - b)).toEqual(some.map(({ key }) => key).sort((a, b) => a - b))
      for (const [at, key] of order.entries()) {
        const before = order[at - 1] ?? key
        expect(dayOf(before) >= dayOf(key)).toBe(true)
        if (before !== key && dayOf(before) === dayOf(key)) expect(before).toBeLessThan(key)
      }
    }),
  )
})

test('a calendar begins with the earliest, and leaves out what has no day', () => {
  const works = [
    { key: 3, released_on: '2026-01-02' },
    { key: 2, released_on: null },
    { key: 1, released_on: '2026-01-02' },
    { key: 4, released_on: '2025-12-31' },
  ]
  expect(earliestFirst(works)).toEqual([4, 1, 3])
})
