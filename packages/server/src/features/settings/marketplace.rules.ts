/** How the marketplace is spoken to: defaults, what is stored, and the password of the proxy, which is shown to nobody. */
import { MarketplaceSettings } from '@koedana/contract/site-settings.ts'
import * as v from 'valibot'

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

/** The text that is shown instead of a password. */
const hiddenPassword = '***'

/** Returns the address as it may be shown. */
export function shownMarketplace(settings: MarketplaceSettings): MarketplaceSettings {
  const { proxyUrl } = settings
  if (proxyUrl === null) return settings
  const url = new URL(proxyUrl)
  return url.password === '' ? settings : { ...settings, proxyUrl: withPassword(url, hiddenPassword) }
}

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

/** Returns undefined if a password is to be kept and there is none. */
function proxyAfter(before: string | null, wanted: string | null | undefined): string | null | undefined {
  if (wanted === undefined) return before
  if (wanted === null) return null
  const url = new URL(wanted)
  if (!isHidden(url.password)) return wanted
  const known = before === null ? undefined : new URL(before)
  const isSame = known && known.password !== '' && known.host === url.host && known.username === url.username
  return isSame ? withPassword(url, known.password) : undefined
}

/** The password counts as hidden as it is shown, or as some clients escape it. */
const isHidden = (password: string) => password.replaceAll(/%2a/gi, '*') === hiddenPassword

function withPassword(url: URL, password: string): string {
  const shown = new URL(url)
  shown.password = password
  return shown.href
}
