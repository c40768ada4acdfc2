/** Converts between the marketplace settings and their form: empty means not set, one host per line. */
import { MarketplaceSettings } from '@koedana/contract/site-settings.ts'
import * as v from 'valibot'

const { entries } = MarketplaceSettings
const typedText = v.pipe(
  v.string(),
  v.transform((text) => text.trim()),
)

export const MarketplaceFormValues = v.object({
  enabled: entries.enabled,
  baseUrl: v.pipe(typedText, entries.baseUrl),
  proxyUrl: v.pipe(
    typedText,
    v.check((text) => text === '' || v.is(entries.proxyUrl, text), 'urlExpected'),
  ),
  gapMs: entries.gapMs,
  pageGapMs: entries.pageGapMs,
  batchSize: entries.batchSize,
  allowedHosts: v.pipe(
    v.string(),
    v.check((text) => v.is(entries.allowedHosts, hostsOf(text)), 'listTooLong'),
  ),
})
export type MarketplaceFormValues = v.InferOutput<typeof MarketplaceFormValues>

export const toMarketplaceForm = (settings: MarketplaceSettings): MarketplaceFormValues => ({
  ...settings,
  proxyUrl: settings.proxyUrl ?? '',
  allowedHosts: settings.allowedHosts.join('\n'),
})

export const fromMarketplaceForm = (typed: MarketplaceFormValues): MarketplaceSettings => ({
  ...typed,
  proxyUrl: typed.proxyUrl === '' ? null : typed.proxyUrl,
  allowedHosts: hostsOf(typed.allowedHosts),
})

/** Also accepts commas and spaces as separators. */
function hostsOf(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((host) => host !== ''))]
}
