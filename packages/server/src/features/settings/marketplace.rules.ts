/** Settings for requests to the marketplace: defaults, stored values, and the password of the proxy, which is never shown. */
import { MarketplaceSettings } from '@koedana/contract/site-settings.ts'
import * as v from 'valibot'
import { proxyAfter, shownProxy } from './proxies.rules.ts'

export const defaultMarketplace: MarketplaceSettings = {
  enabled: true,
  baseUrl: 'https://www.dlsite.com',
  proxyUrl: null,
  gapMs: 1_000,
  pageGapMs: 10_000,
  batchSize: 50,
  allowedHosts: [],
}

const { entries } = MarketplaceSettings
/** Each setting is parsed separately: an invalid one gets its default and leaves the others unchanged. */
const Stored = v.object({
  enabled: v.fallback(entries.enabled, defaultMarketplace.enabled),
  baseUrl: v.fallback(entries.baseUrl, defaultMarketplace.baseUrl),
  proxyUrl: v.fallback(entries.proxyUrl, defaultMarketplace.proxyUrl),
  gapMs: v.fallback(entries.gapMs, defaultMarketplace.gapMs),
  pageGapMs: v.fallback(entries.pageGapMs, defaultMarketplace.pageGapMs),
  batchSize: v.fallback(entries.batchSize, defaultMarketplace.batchSize),
  allowedHosts: v.fallback(entries.allowedHosts, defaultMarketplace.allowedHosts),
})

/** Parses JSON text. Any text, even invalid JSON, gives usable settings. */
export function readMarketplace(text: string | undefined): MarketplaceSettings {
  const read = v.safeParse(
    v.pipe(v.optional(v.string(), '{}'), v.parseJson(), v.record(v.string(), v.unknown())),
    text,
  )
  return v.parse(Stored, { ...defaultMarketplace, ...(read.success ? read.output : {}) })
}

/** Returns the settings with the password of the proxy replaced by `***`. */
export const shownMarketplace = (settings: MarketplaceSettings): MarketplaceSettings => ({
  ...settings,
  proxyUrl: shownProxy(settings.proxyUrl),
})

/** Absent fields stay unchanged. */
export type MarketplaceChange = {
  readonly [key in keyof MarketplaceSettings]?: MarketplaceSettings[key] | undefined
}

/** Merges a change. A proxy with the hidden password keeps its stored password, but only for the same protocol, host and user. */
export function marketplaceAfter(
  before: MarketplaceSettings,
  change: MarketplaceChange,
): MarketplaceSettings | 'passwordRequired' {
  const proxyUrl = proxyAfter(before.proxyUrl, change.proxyUrl)
  if (proxyUrl === undefined) return 'passwordRequired'
  return {
    enabled: change.enabled ?? before.enabled,
    baseUrl: change.baseUrl ?? before.baseUrl,
    proxyUrl,
    gapMs: change.gapMs ?? before.gapMs,
    pageGapMs: change.pageGapMs ?? before.pageGapMs,
    batchSize: change.batchSize ?? before.batchSize,
    allowedHosts: change.allowedHosts ?? before.allowedHosts,
  }
}
