/** How the marketplace is spoken to: defaults, what is stored, and the password of the proxy, which is shown to nobody. */
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
/** Each setting is read alone: one that no longer means anything gives its default and leaves the others. */
const Stored = v.object({
  enabled: v.fallback(entries.enabled, defaultMarketplace.enabled),
  baseUrl: v.fallback(entries.baseUrl, defaultMarketplace.baseUrl),
  proxyUrl: v.fallback(entries.proxyUrl, defaultMarketplace.proxyUrl),
  gapMs: v.fallback(entries.gapMs, defaultMarketplace.gapMs),
  pageGapMs: v.fallback(entries.pageGapMs, defaultMarketplace.pageGapMs),
  batchSize: v.fallback(entries.batchSize, defaultMarketplace.batchSize),
  allowedHosts: v.fallback(entries.allowedHosts, defaultMarketplace.allowedHosts),
})

/** Reads JSON text; any text gives something that can be used. */
export function readMarketplace(text: string | undefined): MarketplaceSettings {
  const read = v.safeParse(
    v.pipe(v.optional(v.string(), '{}'), v.parseJson(), v.record(v.string(), v.unknown())),
    text,
  )
  return v.parse(Stored, { ...defaultMarketplace, ...(read.success ? read.output : {}) })
}

/** Returns the settings as they may be shown. */
export const shownMarketplace = (settings: MarketplaceSettings): MarketplaceSettings => ({
  ...settings,
  proxyUrl: shownProxy(settings.proxyUrl),
})

/** What is absent stays. */
export type MarketplaceChange = {
  readonly [key in keyof MarketplaceSettings]?: MarketplaceSettings[key] | undefined
}

/**
 * A proxy that is sent back as it was shown keeps its password; a password is never handed to another host or user
 * than it was given for.
 */
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
