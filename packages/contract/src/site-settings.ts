/** Administrators decide these for the whole server. */
import * as v from 'valibot'
import { Doors } from './doors.ts'
import { endpoint } from './kit/endpoint.ts'
import { AgeCategory, integer, Registration } from './values.ts'

const Url = v.pipe(
  v.string('urlExpected'),
  v.maxLength(300, 'textTooLong'),
  v.check((text) => /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text), 'urlExpected'),
)

/** An HTTP or SOCKS5 proxy, which looks names up itself. A password in it is never shown again: it reads `***`. */
const ProxyUrl = v.pipe(
  v.string('urlExpected'),
  v.maxLength(300, 'textTooLong'),
  v.check((text) => /^(?:https?|socks5h?):\/\/[^\s/]+\/?$/.test(text) && URL.canParse(text), 'urlExpected'),
)

/** How other servers are reached; null connects directly. */
export const Proxies = v.object({
  /** Not used for Aliyun Drive, Baidu Netdisk and 115, which are reached from everywhere. */
  drives: v.nullable(ProxyUrl),
  /** Not used for storages on the server's own network; neither is `s3`. */
  webdav: v.nullable(ProxyUrl),
  s3: v.nullable(ProxyUrl),
})
export type Proxies = v.InferOutput<typeof Proxies>

/** The settings of calls to the marketplace. */
export const MarketplaceSettings = v.object({
  /** Nothing is fetched if it is off: tasks do what they can alone. */
  enabled: v.boolean(),
  baseUrl: Url,
  /** Null connects directly. */
  proxyUrl: v.nullable(ProxyUrl),
  /** Milliseconds between two calls, and between two pages of lists. */
  gapMs: integer(0, 60_000),
  pageGapMs: integer(0, 600_000),
  /** Works in one call for numbers. */
  batchSize: integer(1, 200),
  /** Hosts of private addresses that may be spoken to, as a mirror in the house. */
  allowedHosts: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(255, 'textTooLong'))),
    v.maxLength(20, 'listTooLong'),
  ),
})
export type MarketplaceSettings = v.InferOutput<typeof MarketplaceSettings>

/**
 * `off`: no link opens. `view`: links show what visitors may see. `listen`: members may let others listen by them, too.
 */
export const sharings = ['off', 'view', 'listen'] as const
export const Sharing = v.picklist(sharings, 'valueUnknown')
export type Sharing = v.InferOutput<typeof Sharing>

export const Settings = v.object({
  registration: Registration,
  allowsGuests: v.boolean(),
  visitorCeiling: AgeCategory,
  /** The highest age category that accounts may see which people make for themselves; an access key may say otherwise. */
  newAccountCeiling: AgeCategory,
  /** Null: undecided, visitors may who are known to be at the same machine or network. */
  visitorsMayListen: v.nullable(v.boolean()),
  /** The acts that links of members allow. */
  sharing: Sharing,
  /** The doors for apps of others that are open; none is until an administrator opens it. */
  doors: Doors,
  /** Whether the door for apps of kikoeru, while it is open, is at the origin too, for those that take no path. */
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
      doors: v.partial(Doors),
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

/** The fault that stands between this server and the marketplace. */
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
    /** How long the response took, milliseconds; null if there was none. */
    tookMs: v.nullable(v.number()),
    /** HTTP status; null if there was none. */
    status: v.nullable(v.number()),
  }),
})
