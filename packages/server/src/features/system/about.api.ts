/** GET /about. */
import type { getAbout } from '@koedana/contract/system.ts'
import type { Handler } from '../../http/context.ts'
import { mayVisitorsListen } from '../settings/listening.rules.ts'
import type { SiteSettings } from '../settings/site.ts'
import { about } from './about.ts'

export function getAboutHandler({ site }: { readonly site: SiteSettings }): Handler<typeof getAbout> {
  return (_asked, context) => {
    const { registration, allowsGuests, visitorCeiling, marketplace } = site.current()
    return {
      ...about,
      registration,
      allowsGuests,
      visitorCeiling,
      visitorsMayListen: mayVisitorsListen(site.current(), context),
      asksMarketplace: marketplace.enabled,
    }
  }
}
