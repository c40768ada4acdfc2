import { expect, test } from 'vitest'
import { isHeadedTo, positionAbove, positionAt, positionSubmenu } from './position.rules.ts'

const room = { width: 1000, height: 800 }
const menu = { width: 220, height: 300 }

test('a menu stands below the point and to its right', () => {
  expect(positionAt({ x: 100, y: 100 }, 1)(menu, room)).toEqual({ x: 100, y: 101, origin: 'top left' })
})

test('at the foot of the window it stands above the point, at the right edge as far right as it fits', () => {
  expect(positionAt({ x: 990, y: 700 }, 1)(menu, room)).toEqual({ x: 772, y: 399, origin: 'bottom left' })
})

test('where it fits neither above nor below it stays within the window', () => {
  expect(positionAt({ x: 100, y: 200 }, 1)({ width: 220, height: 780 }, room).y).toBe(12)
  expect(positionAt({ x: 100, y: 200 }, 1)({ width: 220, height: 900 }, room).y).toBe(8)
})

test('a menu of a button at the foot stands above it and ends where it ends', () => {
  const box = { top: 740, right: 960, bottom: 784, left: 916 }
  expect(positionAbove(box, 8)(menu, room)).toEqual({ x: 740, y: 432, origin: 'bottom right' })
})

test('a submenu stands beside its entry, on the side with room, and below it on a phone', () => {
  const at = (left: number) => ({ top: 400, right: left + 220, bottom: 436, left })
  expect(positionSubmenu(at(100))(menu, room)).toEqual({ x: 322, y: 394, origin: 'top left' })
  expect(positionSubmenu(at(700))(menu, room)).toEqual({ x: 478, y: 394, origin: 'top right' })
  const phone = { width: 360, height: 800 }
  const wide = { top: 400, right: 360, bottom: 444, left: 0 }
  expect(positionSubmenu(wide)(menu, phone)).toEqual({ x: 132, y: 444, origin: 'top left' })
})

test('a pointer is headed to a box if its way meets the nearer edge', () => {
  const right = { top: 100, right: 700, bottom: 400, left: 500 }
  const left = { top: 100, right: 200, bottom: 400, left: 0 }
  const from = { x: 400, y: 120 }
  expect(isHeadedTo(right, from, { x: 420, y: 150 })).toBe(true)
  expect(isHeadedTo(right, from, { x: 400, y: 150 })).toBe(false)
  expect(isHeadedTo(right, from, { x: 402, y: 150 })).toBe(false)
  expect(isHeadedTo(right, from, { x: 380, y: 125 })).toBe(false)
  expect(isHeadedTo(left, from, { x: 380, y: 125 })).toBe(true)
})
