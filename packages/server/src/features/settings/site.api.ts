/** GET and PATCH /admin/settings: server-wide settings. */
import {
  type CompatibilityApiName,
  CompatibilityApis,
  compatibilityApiNames,
} from '@koedana/contract/app-passwords.ts'
import type {
  endAllLinks,
  getSiteSettings,
  Settings,
  updateSiteSettings,
} from '@koedana/contract/site-settings.ts'
import * as v from 'valibot'
import { writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Sessions } from '../auth/sessions.ts'
import { endedAges } from '../library/media/ended-cover-links.rules.ts'
import { endCoverLinks, type Links } from '../library/media/links.ts'
import type { OpenStreams } from '../library/media/open-streams.ts'
import { marketplaceAfter, shownMarketplace } from './marketplace.rules.ts'
import { proxiesAfter, shownProxies } from './proxies.rules.ts'
import type { Site, SiteSettings } from './site.ts'

export interface SiteSources {
  readonly write: Db
  readonly site: SiteSettings
  readonly sessions: Sessions
  readonly links: Pick<Links, 'refresh'>
}

export function getSiteSettingsHandler({ site }: SiteSources): Handler<typeof getSiteSettings> {
  return () => settingsOf(site.current())
}

/**
 * Changes settings. They take effect with the next request and for open streams. Concurrent changes of different settings are all kept.
 */
export function updateSiteSettingsHandler(sources: SiteSources): Handler<typeof updateSiteSettings> {
  const { write, site, sessions, links } = sources
  return async ({ body: { marketplace, proxies, doors, ...change } }) => {
    await writeInTurn(write, async (tx) => {
      const before = await site.read(tx)
      const after = marketplace && marketplaceAfter(before.marketplace, marketplace)
      if (after === 'passwordRequired') throw new AppError('refused', { fields: { [proxyField]: after } })
      const changed = proxies && proxiesAfter(before.proxies, proxies)
      if (changed?.type === 'passwordRequired')
        throw new AppError('refused', { fields: { [`body.proxies.${changed.proxy}`]: changed.type } })
      await site.save(tx, {
        ...change,
        proxies: changed?.proxies,
        ...(doors && { doors: doorsAfter(before.doors, doors) }),
        marketplace: after,
      })
      const { visitorCeiling = before.visitorCeiling } = change
      await endCoverLinks(tx, endedAges(before.visitorCeiling, visitorCeiling))
    })
    await site.refresh()
    await links.refresh()
    sessions.forget('all')
    return settingsOf(site.current())
  }
}

/** Absent fields stay unchanged. */
const doorsAfter = (
  before: CompatibilityApis,
  change: { readonly [name in CompatibilityApiName]?: boolean | undefined },
): CompatibilityApis =>
  v.parse(
    CompatibilityApis,
    Object.fromEntries(compatibilityApiNames.map((name) => [name, change[name] ?? before[name]])),
  )

const proxyField = 'body.marketplace.proxyUrl'

const settingsOf = (site: Site): Settings => ({
  ...site,
  marketplace: shownMarketplace(site.marketplace),
  proxies: shownProxies(site.proxies),
})

export interface LinkSources {
  readonly write: Db
  readonly links: Pick<Links, 'renewSecret' | 'refresh'>
  readonly streams: Pick<OpenStreams, 'recheck'>
}

/** Invalidates all links. Open streams end too, since their links are no longer valid. */
export function endAllLinksHandler({ write, links, streams }: LinkSources): Handler<typeof endAllLinks> {
  return async () => {
    await writeInTurn(write, links.renewSecret)
    await links.refresh()
    streams.recheck()
  }
}
