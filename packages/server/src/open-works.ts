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

type Works = Pick<
  Deps,
  'catalogue' | 'dictionary' | 'cards' | 'viewers' | 'visibleWorks' | 'findPersonalSets' | 'spoken'
>

/** Opens what reads works and what is notified of changes. */
export async function openWorks(
  opened: OpenedNow,
  { site, oidcSite, sessions, streams, links }: Followed,
): Promise<Works> {
  const { database, dataFolder, log, now, member } = opened
  const dictionary = await createDictionary(database.read)
  const cards = createCards({
    findCardRows: cardRowsIn(database.read),
    dictionary,
    entitiesOf: (kind, key) => catalogue.current().entitiesOf(kind, key),
    workCount: () => catalogue.current().workCount,
    links,
  })
  const spoken = member?.spoken ?? createSpokenIndex({ database, dataFolder, log })
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
  // The database is closed next where it fails, and nobody may be left who reads it.
  const catalogue = await orElse(openLiveCatalogue({ ...indexed(opened), listeners }), spoken.close)
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

/** How the index is built, or had from the thread that builds it. */
function indexed({
  database,
  dataFolder,
  log,
  metrics,
  now,
  build = buildInWorker,
  group,
  member,
}: OpenedNow) {
  return {
    ...{ database, log, now, snapshotFolder: dataFolder },
    build: metrics ? observedBuild(build, metrics) : build,
    readers: group?.readers,
    source: member?.source,
  }
}

async function orElse<T>(opening: Promise<T>, close: () => Promise<void>): Promise<T> {
  return opening.catch(async (error: unknown) => {
    await close()
    throw error
  })
}
