import { expect, test } from 'vitest'
import { splitOwnData } from './own-data-file.rules.ts'

const base = { kind: 'koedana.own-data', version: 1, exportedAt: '2026-01-01T00:00:00.000Z' }
const read = (data: object) => splitOwnData(JSON.stringify({ ...base, ...data }))
const at = '2026-01-01T00:00:00.000Z'

test('a large file is sent in parts that lose nothing and keep the order', () => {
  const favorites = Array.from({ length: 950 }, (_, n) => ({ id: `RJ${90_000_000 + n}`, at }))
  const found = read({ favorites, marks: [{ id: 'RJ90000001', rating: 3 }] })
  if (found.type === 'fault') throw new Error(found.fault)
  expect(found.parts.map((part) => [part.favorites?.length, part.marks?.length])).toEqual([
    [400, undefined],
    [400, undefined],
    [150, undefined],
    [undefined, 1],
  ])
  expect(found.parts.flatMap((part) => part.favorites ?? [])).toEqual(favorites)
  expect(found.parts.every((part) => part.exportedAt === base.exportedAt)).toBe(true)
})

test('the order of the home page and saved views are sent', () => {
  const [homeLayout, views] = [
    { order: ['week'], hidden: [] },
    [{ name: 'Rain', search: { genres: ['g1'] } }],
  ]
  const found = read({ homeLayout, views })
  if (found.type === 'fault') throw new Error(found.fault)
  expect(found.parts).toMatchObject([{ homeLayout }, { views }])
})

test('long notes make smaller parts', () => {
  const marks = Array.from({ length: 100 }, (_, n) => ({
    id: `RJ${90_000_000 + n}`,
    note: 'x'.repeat(9_999),
  }))
  const found = read({ marks })
  if (found.type === 'fault') throw new Error(found.fault)
  expect(found.parts.length).toBeGreaterThan(3)
  expect(found.parts.flatMap((part) => part.marks ?? [])).toHaveLength(100)
})

test('a long playlist goes in pieces of its name', () => {
  const items = Array.from({ length: 700 }, (_, n) => ({ workId: `RJ${90_000_000 + n}` }))
  const found = read({ playlists: [{ name: 'Long', items }] })
  if (found.type === 'fault') throw new Error(found.fault)
  expect(
    found.parts.map(({ playlists = [] }) => playlists.map((one) => [one.name, one.items.length])),
  ).toEqual([[['Long', 300]], [['Long', 300]], [['Long', 100]]])
})

test.each([
  ['', 'notJson'],
  ['{"kind":"koedana.own-data"', 'notJson'],
  [`${'['.repeat(200_000)}`, 'notJson'],
  ['[]', 'notOwnData'],
  ['null', 'notOwnData'],
  ['{"version":1}', 'notOwnData'],
  ['{"kind":"koedana.own-data","version":2}', 'tooNew'],
  ['{"kind":"koedana.own-data","version":1,"marks":{}}', 'wrongEntry'],
  ['{"kind":"koedana.own-data","version":1,"marks":[{"id":"nonsense"}]}', 'wrongEntry'],
])('case %# is refused', (text, fault) => {
  expect(splitOwnData(text)).toMatchObject({ type: 'fault', fault })
})
