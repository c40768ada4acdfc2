/** What reads works, and what is notified of changes. */

import type { Deps, OpenedNow } from './deps.ts'
import { createDictionary } from './features/entities/dictionary.ts'
import { createSpokenIndex } from './features/library/lyrics/search/spoken-index.ts'
import { personalSetsIn } from './features/marks/personal-sets.ts'
import { observedBuild } from './features/system/observe.ts'
import { cardRowsIn } from './features/works/card-rows.store.ts'
import { createCards } from './features/works/cards.ts'
import { buildInWorker } from './features/works/index/build.ts'
import type { InvalidationListeners } from './features/works/index/invalidation.ts'
import { openLiveCatalogue } from './features/works/index/live-catalogue.ts'
import { createViewers, visibleWorksIn } from './features/works/viewers.ts'

type Followed = Pick<Deps, 'site' | 'oidcSite' | 'sessions' | 'streams' | 'links'>

/** Opens what reads works and what is notified of changes. */
export async function openWorks(
  { database, dataFolder, log, metrics, now, build: plain = buildInWorker }: OpenedNow,
  { site, oidcSite, sessions, streams, links }: Followed,
): Promise<
  Pick<
    Deps,
    'catalogue' | 'dictionary' | 'cards' | 'viewers' | 'visibleWorks' | 'findPersonalSets' | 'spoken'
  >
> {
  const dictionary = await createDictionary(database.read)
  const cards = createCards({
    findCardRows: cardRowsIn(database.read),
    dictionary,
    entitiesOf: (kind, key) => catalogue.current().entitiesOf(kind, key),
    workCount: () => catalogue.current().workCount,
    links,
  })
  const spoken = createSpokenIndex({ database, dataFolder, log })
  const listeners: InvalidationListeners = {
    worksChanged: (keys) => {
      cards.forget(keys)
      spoken.worksChanged(keys)
    },
    catalogueChanged: streams.recheck,
    entitiesChanged: dictionary.refresh,
    allChanged: async () => {
      await dictionary.refreshAll()
      await listeners.siteChanged()
    },
    usersChanged: sessions.forget,
    siteChanged: async () => {
      await site.refresh()
      await oidcSite.refresh()
      await links.refresh()
      sessions.forget('all')
    },
  }
  const build = metrics ? observedBuild(plain, metrics) : plain
  const indexed = { database, log, now, build, snapshotFolder: dataFolder }
  const catalogue = await openLiveCatalogue({ ...indexed, listeners }).catch(async (error: unknown) => {
    // The database is closed next, and nobody may be left who reads it.
    await spoken.close()
    throw error
  })
  const viewers = createViewers({
    visitorCeiling: () => site.current().visitorCeiling,
    findKey: dictionary.findKey,
    namesFor: dictionary.namesFor,
  })
  return {
    catalogue,
    dictionary,
    cards,
    viewers,
    findPersonalSets: personalSetsIn(database.read, now),
    spoken,
    visibleWorks: visibleWorksIn({ db: database.read, catalogue, viewers }),
  }
}
