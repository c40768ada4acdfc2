import { expect, test } from 'vitest'
import {
  type CardRows,
  cardsNear,
  inCards,
  isSame,
  type NearCards,
  onlyVisible,
  scrollToSee,
  stepTowards,
} from './near-cards.rules.ts'

const rows: CardRows = { total: 1_000, columns: 4, rowHeight: 260 }
const windowHeight = 900

const nearAt = (pixels: number, list: CardRows = rows, ahead = 2) =>
  cardsNear(list, inCards(pixels, list), inCards(windowHeight, list), ahead)

/** Computes the cards of which a pixel is in the window by brute force. */
function seenAt(pixels: number, { total, columns, rowHeight }: CardRows): number[] {
  return Array.from({ length: total }, (_, at) => at).filter((at) => {
    const top = Math.floor(at / columns) * rowHeight
    return top < pixels + windowHeight && top + rowHeight > pixels
  })
}

test.each([1, 2, 3, 4, 7])(
  'whatever is seen exists, in %i columns, wherever the list is scrolled to',
  (columns) => {
    const list = { total: 303, columns, rowHeight: 260 }
    for (let pixels = -400; pixels < (303 / columns) * 260; pixels += 137) {
      for (const ahead of [0, 2]) {
        const { from, end, seenFrom, seenEnd } = nearAt(pixels, list, ahead)
        const missing = seenAt(pixels, list).filter(
          (at) => at < Math.max(from, seenFrom) || at >= Math.min(end, seenEnd),
        )
        expect(missing).toEqual([])
      }
    }
  },
)

test('a row comes in pieces, and a row and more before it is seen', () => {
  for (let pixels = 0; pixels < 5_000; pixels += 50) {
    const added = nearAt(pixels + 50).end - nearAt(pixels).end
    expect(added).toBeLessThanOrEqual(2)
    expect(nearAt(pixels).end).toBeGreaterThanOrEqual((seenAt(pixels, rows).at(-1) ?? 0) + 1 + rows.columns)
  }
})

test('few exist beyond what is seen', () => {
  const { from, end } = nearAt(50_000)
  expect(end - from).toBeLessThanOrEqual(seenAt(50_000, rows).length + 5 * rows.columns)
})

test('a list that became shorter than it is scrolled has its last row until the window follows', () => {
  expect(nearAt(900_000)).toMatchObject({ from: 996, end: 1_000 })
  expect(nearAt(900_000, { ...rows, total: 3 })).toMatchObject({ from: 0, end: 3 })
  expect(nearAt(0, { ...rows, total: 0 })).toEqual({ from: 0, end: 0, seenFrom: 0, seenEnd: 0 })
})

const most = 2

/** Counts the cards at each end that are in `after` but not in `before`. */
const added = (before: NearCards, after: NearCards): number =>
  Math.max(0, before.from - after.from) + Math.max(0, after.end - before.end)

test('a page that is scrolled has a few cards more with each frame, and never a gap on screen', () => {
  let drawn = onlyVisible(nearAt(0))
  for (let pixels = 0; pixels < 9_000; pixels += 60) {
    const before = drawn
    drawn = stepTowards(nearAt(pixels), before, most)
    for (const at of seenAt(pixels, rows)) expect(at >= drawn.from && at < drawn.end).toBe(true)
    expect(added(before, drawn)).toBeLessThanOrEqual(2 * most)
  }
})

test('wherever it leaps, first what is on screen is drawn and then what is near, in so many steps', () => {
  const leaps = [0, 40, 900, 2_000, 64_000, 900_000]
  for (const from of leaps) {
    for (const to of leaps) {
      const wanted = nearAt(to)
      let drawn = stepTowards(wanted, nearAt(from), most)
      expect(drawn.from <= drawn.seenFrom && drawn.end >= drawn.seenEnd).toBe(true)
      for (let step = 0; step < (2 * rows.columns + 2) / most; step++)
        drawn = stepTowards(wanted, drawn, most)
      expect(isSame(drawn, wanted)).toBe(true)
    }
  }
})

test('a list that became shorter still comes to rest', () => {
  const short = { ...rows, total: 3 }
  const wanted = nearAt(900_000, short)
  expect(stepTowards(wanted, nearAt(900_000), most)).toEqual(wanted)
  expect(onlyVisible(wanted)).toEqual(wanted)
})

test('one goes to a row only as far as it takes to see all of it', () => {
  const viewport = { scrolled: 1_000, height: 900 }
  expect(scrollToSee({ top: 1_200, height: 260 }, viewport, 72)).toBe(1_000)
  expect(scrollToSee({ top: 1_050, height: 260 }, viewport, 72)).toBe(978)
  expect(scrollToSee({ top: 200, height: 260 }, viewport, 72)).toBe(128)
  expect(scrollToSee({ top: 1_800, height: 260 }, viewport, 72)).toBe(1_160)
})
