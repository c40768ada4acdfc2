import type { HomeRow } from '@koedana/contract/home-page.ts'
import { homeRows } from '@koedana/contract/home-page.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  arrangeRows,
  incompleteSets,
  maxRowLength,
  minRowLength,
  nearestFirst,
  nextVisit,
  readLayout,
  selectShownWorks,
  writeLayout,
} from './home.rules.ts'

const rows = (arranged: ReadonlyMap<HomeRow, readonly number[]>) => Object.fromEntries(arranged)
const upTo = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)

test('a work stands once on the page, in the first row that has it, and nowhere if it was claimed', () => {
  const candidates = { followed: [1, 2, 3, 4], added: [3, 4, 5, 6, 7, 8, 13], latest: [8, 9, 10, 11, 12, 1] }
  expect(rows(arrangeRows(['followed', 'added', 'latest'], candidates, [5]))).toEqual({
    followed: [1, 2, 3, 4],
    added: [6, 7, 8, 13],
    latest: [9, 10, 11, 12],
  })
})

test('too little of one row begins the next of plain works; of any other kind it goes', () => {
  const candidates = { followed: [1, 2], because: [3, 4, 5], added: [6, 7, 8], latest: [9, 6] }
  expect(rows(arrangeRows(['followed', 'because', 'added', 'latest'], candidates, []))).toEqual({
    added: [1, 2, 6, 7, 8],
    latest: [9],
  })
  expect(rows(arrangeRows(['followed', 'added'], { followed: [1], added: [] }, []))).toEqual({
    followed: [1],
  })
  expect(rows(arrangeRows(['followed', 'latest'], { followed: [1], latest: [1] }, []))).toEqual({
    latest: [1],
  })
  expect(rows(arrangeRows(['latest', 'rising'], {}, []))).toEqual({})
})

test('whatever the candidates are, no work stands twice, no row is too long, and only plain ones are short', () => {
  const keys = fc.uniqueArray(fc.nat(40), { maxLength: 30 })
  const some = fc.record({ followed: keys, added: keys, because: keys, rising: keys, latest: keys })
  const orders = fc.shuffledSubarray([...homeRows])
  fc.assert(
    fc.property(orders, some, keys, (order, candidates, claimed) => {
      const arranged = arrangeRows(order, candidates, claimed)
      const shown = [...arranged.values()].flat()
      expect(new Set(shown).size).toBe(shown.length)
      expect(shown.filter((key) => claimed.includes(key))).toEqual([])
      for (const [row, works] of arranged) {
        expect(works.length).toBeLessThanOrEqual(maxRowLength)
        if (row === 'because' || row === 'rising') expect(works.length).toBeGreaterThanOrEqual(minRowLength)
      }
    }),
  )
})

test('a layout is read as it was written, names every row once, and forgets what means nothing', () => {
  const layout = { order: [...homeRows].reverse(), hidden: ['because' as const, 'week' as const] }
  expect(readLayout(writeLayout(layout))).toEqual(layout)
  expect(readLayout('')).toEqual({ order: homeRows, hidden: [] })
  expect(readLayout('week,-rising,weather,week')).toEqual({
    order: ['week', 'rising', 'followed', 'added', 'because', 'sets', 'latest'],
    hidden: ['rising'],
  })
  expect(writeLayout({ order: ['week', 'week'], hidden: ['week'] })).toMatch(/^-week,followed,/)
})

test('a visit lasts as long as one comes back within four hours, whatever the clock does', () => {
  const hours = 3_600_000
  const first = nextVisit(undefined, 100 * hours)
  expect(first).toEqual({ sinceMs: null, seenMs: 100 * hours })
  const still = nextVisit(first, 103 * hours)
  expect(still).toEqual({ sinceMs: null, seenMs: 103 * hours })
  const next = nextVisit(still, 107 * hours)
  expect(next).toEqual({ sinceMs: 103 * hours, seenMs: 107 * hours })
  expect(nextVisit(next, 106 * hours)).toEqual(next)
})

test('a set is incomplete that is half here at least, and not whole', () => {
  const owned = Uint32Array.of(0, 1, 2, 4, 6, 2, 30)
  const all = Uint32Array.of(3, 2, 4, 6, 6, 5, 50)
  expect(incompleteSets('series', owned, all)).toEqual([
    { kind: 'series', key: 2, owned: 2, total: 4 },
    { kind: 'series', key: 3, owned: 4, total: 6 },
  ])
  const circle = { kind: 'makers' as const, key: 1, owned: 4, total: 6 }
  const series = { kind: 'series' as const, key: 9, owned: 4, total: 6 }
  const nearer = { kind: 'makers' as const, key: 7, owned: 9, total: 10 }
  expect(nearestFirst([circle, series, nearer])).toEqual([nearer, series, circle])
})

test('of a set all that is missing is shown as far as there is room, with the latest of the rest', () => {
  const all = upTo(1, 9)
  expect(selectShownWorks(all, new Set([1, 2, 3, 4, 5, 7, 8]))).toEqual([3, 4, 5, 6, 7, 8, 9].slice(1))
  expect(selectShownWorks(all, new Set([1]))).toEqual(upTo(2, 6))
  expect(selectShownWorks([1, 2, 3], new Set([2]))).toEqual([1, 2, 3])
})
