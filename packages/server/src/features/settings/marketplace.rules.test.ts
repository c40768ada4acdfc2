import { expect, test } from 'vitest'
import { defaultMarketplace, keptProxy, readMarketplace, shownMarketplace } from './marketplace.rules.ts'

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

test('what was shown, sent back, keeps the password', () => {
  expect(keptProxy(shownMarketplace(withProxy(proxy)).proxyUrl ?? '', proxy)).toBe(proxy)
  expect(keptProxy('http://haruka:%2A%2A%2A@proxy.example:3128', proxy)).toBe(proxy)
})

test('another password takes its place', () => {
  const other = 'http://haruka:other@proxy.example:3128'
  expect(keptProxy(other, proxy)).toBe(other)
  expect(keptProxy('http://proxy.example', proxy)).toBe('http://proxy.example')
})

test.each([
  ['http://haruka:***@elsewhere.example:3128', proxy],
  ['http://haruka:***@proxy.example:3129', proxy],
  ['http://akari:***@proxy.example:3128', proxy],
  ['http://haruka:***@proxy.example:3128', null],
  ['http://haruka:***@proxy.example:3128', 'http://haruka@proxy.example:3128'],
])('%j after %j has no password to keep', (asked, before) => {
  expect(keptProxy(asked, before)).toBeUndefined()
})
