import { expect, test } from 'vitest'
import { coverArtOf } from './cover-art.rules.ts'

const ids = Array.from({ length: 400 }, (_, nth) => `RJ${90_000_000 + nth}`)

test('the same ids give the same picture, others another one', () => {
  expect(coverArtOf('RJ90000001', 'RG1')).toEqual(coverArtOf('RJ90000001', 'RG1'))
  const drawn = new Set(ids.map((id) => JSON.stringify(coverArtOf(id, 'RG1').paths)))
  expect(drawn.size).toBe(ids.length)
})

test('works of one maker share its colours and differ in what is drawn', () => {
  const [one, other] = [coverArtOf('RJ90000001', 'RG1'), coverArtOf('RJ90000002', 'RG1')]
  expect([other.light, other.dark]).toEqual([one.light, one.dark])
  expect(other.paths).not.toEqual(one.paths)
  expect(coverArtOf('RJ90000001', 'RG2').light).not.toEqual(one.light)
  expect(coverArtOf('RJ90000001').light).toEqual(coverArtOf('RJ90000002', 'RJ90000001').light)
})

test('a white title can be read on every colour, and a dark page gets darker ones', () => {
  for (const id of ids) {
    const { light, dark } = coverArtOf(id)
    for (const colour of [...light, ...dark]) {
      expect(colour).toMatch(/^#[0-9a-f]{6}$/)
      expect(1.05 / (luminanceOf(colour) + 0.05)).toBeGreaterThan(4.5)
    }
    expect(luminanceOf(dark[0])).toBeLessThan(luminanceOf(light[0]))
  }
})

test('there are several motifs, and none draws what is no path', () => {
  const all = ids.map((id) => coverArtOf(id).paths)
  expect(new Set(all.map((paths) => `${paths.length} ${paths[1]?.opacity}`)).size).toBe(4)
  for (const { d, opacity } of all.flat()) {
    expect(d).toMatch(/^M[\d\sMCHVZav.-]+$/)
    expect(opacity).toBeGreaterThan(0)
  }
})

/** Relative luminance as in WCAG 2.2. */
function luminanceOf(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
