import type { MarketplaceSettings } from '@koedana/contract/site-settings.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { fromMarketplaceForm, MarketplaceFormValues, toMarketplaceForm } from './marketplace-form.rules.ts'

const settings: MarketplaceSettings = {
  enabled: true,
  baseUrl: 'https://shop.example',
  proxyUrl: null,
  gapMs: 1_000,
  pageGapMs: 10_000,
  batchSize: 50,
  allowedHosts: ['mirror.house', '10.0.0.2'],
}

/** Returns the message keys of the validation errors. */
const faultsOf = (typed: Partial<MarketplaceFormValues>) =>
  v
    .safeParse(MarketplaceFormValues, { ...toMarketplaceForm(settings), ...typed })
    .issues?.map(({ message }) => message)

test('what is shown means what is saved', () => {
  expect(fromMarketplaceForm(toMarketplaceForm(settings))).toEqual(settings)
  const behind = { ...settings, proxyUrl: 'http://user:***@proxy.house:3128' }
  expect(fromMarketplaceForm(toMarketplaceForm(behind))).toEqual(behind)
})

test('hosts are parted by lines, blanks and commas, and each is kept once', () => {
  const typed = { ...toMarketplaceForm(settings), allowedHosts: ' a.house, b.house\n\nb.house c.house ' }
  expect(fromMarketplaceForm(typed).allowedHosts).toEqual(['a.house', 'b.house', 'c.house'])
})

test('what cannot be an address or a number of works is reported', () => {
  expect(faultsOf({})).toBeUndefined()
  expect(faultsOf({ baseUrl: 'shop.example' })).toEqual(['urlExpected'])
  expect(faultsOf({ proxyUrl: 'socks' })).toEqual(['urlExpected'])
  expect(faultsOf({ batchSize: 0 })).toEqual(['numberTooSmall'])
  expect(faultsOf({ batchSize: Number.NaN })).toEqual(['integerExpected'])
  expect(faultsOf({ allowedHosts: Array.from({ length: 21 }, (_, at) => `h${at}`).join('\n') })).toEqual([
    'listTooLong',
  ])
})
