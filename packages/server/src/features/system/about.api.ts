/** GET /about. */
import type { getAbout } from '@koedana/contract/system.ts'
import { mayVisitorsListen } from '../../domain/listening.rules.ts'
import type { Handler } from '../../http/context.ts'
import type { SiteSettings } from '../settings/site.ts'
import { about } from './about.ts'

export interface AboutSources {
  readonly site: SiteSettings
  readonly isPublished: boolean
}

export function getAboutHandler({ site, isPublished }: AboutSources): Handler<typeof getAbout> {
  return (_asked, context) => {
    const { registration, allowsGuests, visitorCeiling, marketplace } = site.current()
    return {
      ...about,
      registration,
      allowsGuests,
      visitorCeiling,
      visitorsMayListen: mayVisitorsListen({ ...site.current(), isPublished }, context),
      asksMarketplace: marketplace.enabled,
    }
  }
}
