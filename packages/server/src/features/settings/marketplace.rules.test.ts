import { expect, test } from 'vitest'
import {
  defaultMarketplace,
  marketplaceAfter,
  readMarketplace,
  shownMarketplace,
} from './marketplace.rules.ts'

const withProxy = (proxyUrl: string | null) => ({ ...defaultMarketplace, proxyUrl })
const proxy = 'http://haruka:moss%207@proxy.example:3128/'

test.each([undefined, '', 'null', '[]', '7', 'nonsense', '{"gapMs":"soon"}', '{"proxyUrl":"file:///x"}'])(
  'a stored text that means nothing gives the defaults: %j',
  (text) => {
    expect(readMarketplace(text)).toEqual(defaultMarketplace)
  },
)

test('one stored value that means nothing leaves the others', () => {
  const text = JSON.stringify({ ...defaultMarketplace, enabled: false, batchSize: 0, gapMs: 5 })
  expect(readMarketplace(text)).toEqual({ ...defaultMarketplace, enabled: false, gapMs: 5 })
})

test('the password of a proxy is shown to nobody, and what has none stays as it is', () => {
  expect(shownMarketplace(withProxy(proxy)).proxyUrl).toBe('http://haruka:***@proxy.example:3128/')
  expect(JSON.stringify(shownMarketplace(withProxy('http://:moss@proxy.example')))).not.toContain('moss')
  for (const plain of [null, 'http://proxy.example:3128', 'http://haruka@proxy.example']) {
    expect(shownMarketplace(withProxy(plain)).proxyUrl).toBe(plain)
  }
})

const after = (before: string | null, proxyUrl: string | null | undefined) => {
  const settings = marketplaceAfter(withProxy(before), { proxyUrl })
  return settings === 'passwordRequired' ? settings : settings.proxyUrl
}

test('what was shown, sent back, keeps the password', () => {
  expect(after(proxy, shownMarketplace(withProxy(proxy)).proxyUrl)).toBe(proxy)
  expect(after(proxy, 'http://haruka:%2A%2a%2A@proxy.example:3128')).toBe(proxy)
  expect(after(proxy, undefined)).toBe(proxy)
})

test('another proxy or password replaces it', () => {
  const other = 'http://haruka:other@proxy.example:3128'
  expect(after(proxy, other)).toBe(other)
  expect(after(proxy, 'http://proxy.example')).toBe('http://proxy.example')
  expect(after(proxy, null)).toBeNull()
})

test.each([
  ['http://haruka:***@elsewhere.example:3128', proxy],
  ['http://haruka:***@proxy.example:3129', proxy],
  ['http://akari:***@proxy.example:3128', proxy],
  ['http://haruka:***@proxy.example:3128', null],
  ['http://haruka:***@proxy.example:3128', 'http://haruka@proxy.example:3128'],
])('%j after %j has no password to keep', (requested, before) => {
  expect(after(before, requested)).toBe('passwordRequired')
})

test('what is absent stays', () => {
  const before = { ...defaultMarketplace, gapMs: 7, allowedHosts: ['mirror.example'] }
  expect(marketplaceAfter(before, {})).toEqual(before)
  expect(marketplaceAfter(before, { gapMs: 0, allowedHosts: [] })).toEqual({
    ...before,
    gapMs: 0,
    allowedHosts: [],
  })
})
