import { expect, test } from 'vitest'
import { drawYear } from './year-picture.rules.ts'

const picture = (name: string, isDark = false) =>
  drawYear({
    title: '2026',
    facts: [{ value: '12', label: 'days' }],
    charts: [{ title: 'Months', values: [0, 5, 10], labels: ['1', '2', '3'] }],
    lists: [{ title: 'Works', rows: [{ name, value: '2 hr' }] }],
    foot: 'Koedana',
    isDark,
  })

test('a name is text, whatever is in it', () => {
  const drawn = picture('</text><script>alert(1)</script>&"\u0000')
  expect(drawn).not.toContain('<script')
  expect(drawn).not.toContain('\u0000')
  expect(drawn).toContain('&lt;/text&gt;')
})

test('a long name is cut by its width, and never within a character', () => {
  expect(picture('雨'.repeat(80))).toMatch(/雨{20,40}…/)
  expect(picture('🌧'.repeat(80))).not.toMatch(/[\ud800-\udbff]…/)
})

test('the longest bar is the largest value, and nothing is a thin line', () => {
  const heights = [...picture('x').matchAll(/height="([\d.]+)" rx/g)].map(([, height]) => Number(height))
  expect(heights).toEqual([4, 70, 140])
})

test('it has a dark form', () => {
  expect(picture('x', true)).not.toBe(picture('x'))
})
