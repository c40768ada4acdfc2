/** Settings of the whole server, made by administrators. */
import * as v from 'valibot'
import { CompatibilityApis } from './app-passwords.ts'
import { endpoint } from './kit/endpoint.ts'
import { AgeCategory, integer, Registration } from './values.ts'

const Url = v.pipe(
  v.string('urlExpected'),
  v.maxLength(300, 'textTooLong'),
  v.check((text) => /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text), 'urlExpected'),
)

/** An HTTP or SOCKS5 proxy that resolves host names itself. A password in it is shown as `***`. */
const ProxyUrl = v.pipe(
  v.string('urlExpected'),
  v.maxLength(300, 'textTooLong'),
  v.check((text) => /^(?:https?|socks5h?):\/\/[^\s/]+\/?$/.test(text) && URL.canParse(text), 'urlExpected'),
)

/** How other servers are reached; null connects directly. */
export const Proxies = v.object({
  /** Not used for Aliyun Drive, Baidu Netdisk and 115, which are reachable without a proxy everywhere. */
  drives: v.nullable(ProxyUrl),
  /** `webdav` and `s3` are not used for storages on the server's own network. */
  webdav: v.nullable(ProxyUrl),
  s3: v.nullable(ProxyUrl),
})
export type Proxies = v.InferOutput<typeof Proxies>

export const MarketplaceSettings = v.object({
  /** If off, nothing is requested; tasks do what they can locally. */
  enabled: v.boolean(),
  baseUrl: Url,
  /** Null connects directly. */
  proxyUrl: v.nullable(ProxyUrl),
  /** Milliseconds between two requests, and between two pages of lists. */
  gapMs: integer(0, 60_000),
  pageGapMs: integer(0, 600_000),
  /** Works per request for numbers. */
  batchSize: integer(1, 200),
  /** Hosts with private addresses that may be contacted, such as a local mirror. */
  allowedHosts: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(255, 'textTooLong'))),
    v.maxLength(20, 'listTooLong'),
  ),
})
export type MarketplaceSettings = v.InferOutput<typeof MarketplaceSettings>

/** `off`: links are disabled. `view`: links show what visitors may see. `listen`: links may also allow listening. */
export const sharings = ['off', 'view', 'listen'] as const
export const Sharing = v.picklist(sharings, 'valueUnknown')
export type Sharing = v.InferOutput<typeof Sharing>

export const Settings = v.object({
  registration: Registration,
  allowsGuests: v.boolean(),
  visitorCeiling: AgeCategory,
  /** The age limit of newly registered accounts; an access key can set another. */
  newAccountCeiling: AgeCategory,
  /** Null: undecided; only visitors known to be on the same machine or network may listen. */
  visitorsMayListen: v.nullable(v.boolean()),
  /** What the links of members may allow. */
  sharing: Sharing,
  /** The enabled compatibility APIs; all are disabled by default. */
  doors: CompatibilityApis,
  /** Whether the kikoeru API, while enabled, is also at the origin, for apps that accept no path. */
  kikoeruAtRoot: v.boolean('booleanExpected'),
  marketplace: MarketplaceSettings,
  proxies: Proxies,
})
export type Settings = v.InferOutput<typeof Settings>

export const getSiteSettings = endpoint({
  method: 'GET',
  path: '/admin/settings',
  access: 'admin',
  rate: 'read',
  summary: 'Get the server settings',
  response: Settings,
})

export const updateSiteSettings = endpoint({
  method: 'PATCH',
  path: '/admin/settings',
  access: 'admin',
  rate: 'write',
  summary: 'Change the server settings',
  description: 'Absent fields stay unchanged.',
  body: v.partial(
    v.object({
      ...Settings.entries,
      doors: v.partial(CompatibilityApis),
      marketplace: v.partial(MarketplaceSettings),
      proxies: v.partial(Proxies),
    }),
  ),
  response: Settings,
})

export const endAllLinks = endpoint({
  method: 'POST',
  path: '/admin/settings/links',
  access: 'admin',
  rate: 'write',
  summary: 'Invalidate all signed links',
})

export const marketplaceFaults = [
  'disabled',
  'nameUnknown',
  'connectionRefused',
  'timedOut',
  'privateAddress',
  'proxyRefused',
  'certificateWrong',
  'tooManyRequests',
  'blocked',
  'answerUnreadable',
  'serverFault',
] as const
export const MarketplaceFault = v.picklist(marketplaceFaults, 'valueUnknown')
export type MarketplaceFault = v.InferOutput<typeof MarketplaceFault>

export const checkMarketplace = endpoint({
  method: 'POST',
  path: '/admin/settings/marketplace-check',
  access: 'admin',
  rate: 'write',
  summary: 'Test the marketplace connection',
  description: 'Fetches one work and reports problems.',
  response: v.object({
    fault: v.nullable(MarketplaceFault),
    /** Response time in milliseconds; null if there was no response. */
    tookMs: v.nullable(v.number()),
    /** HTTP status; null if there was no response. */
    status: v.nullable(v.number()),
  }),
})
