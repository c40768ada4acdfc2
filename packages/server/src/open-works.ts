/** Opens the index, the dictionary and their listeners to changes. */

import { latestSeq } from './db/changes.ts'
import type { Foreground } from './db/foreground.ts'
import type { Deps, DepsOptionsWithClock } from './deps.ts'
import { createDictionary } from './features/entities/dictionary.ts'
import { createSpokenIndex } from './features/library/lyrics/search/spoken-index.ts'
import { personalSetsIn } from './features/marks/personal-sets.ts'
import { observedBuild } from './features/system/register-metrics.ts'
import { cardRowsIn } from './features/works/card-rows.store.ts'
import { createCards } from './features/works/cards.ts'
import { buildInWorker } from './features/works/index/build.ts'
import type { InvalidationListeners } from './features/works/index/invalidation.ts'
import { openLiveCatalogue } from './features/works/index/live-catalogue.ts'
import { createViewers, visibleWorksIn } from './features/works/viewers.ts'

type ChangeTargets = Pick<Deps, 'site' | 'oidcSite' | 'sessions' | 'streams' | 'links'> & {
  readonly foreground: Foreground
}

type Works = Pick<
  Deps,
  | 'catalogue'
  | 'dictionary'
  | 'cards'
  | 'viewers'
  | 'visibleWorks'
  | 'findPersonalSets'
  | 'spoken'
  | 'followWorks'
>

export async function openWorks(
  opened: DepsOptionsWithClock,
  { site, oidcSite, sessions, streams, links, foreground }: ChangeTargets,
): Promise<Works> {
  const { database, dataFolder, log, now, member } = opened
  const isInCatalog = (key: number) => catalogue.current().ageOf(key) !== undefined
  const dictionary = createDictionary(database.read, isInCatalog)
  const cards = createCards({
    findCardRows: cardRowsIn(database.read),
    dictionary,
    entitiesOf: (kind, key) => catalogue.current().entitiesOf(kind, key),
    workCount: () => catalogue.current().workCount,
    links,
  })
  const spoken = member?.spoken ?? createSpokenIndex({ database, dataFolder, log })
  const followers = createFollowers(spoken.worksChanged)
  const listeners: InvalidationListeners = {
    worksChanged: (keys) => {
      cards.forget(keys)
      followers.notify(keys)
    },
    catalogueChanged: streams.recheck,
    bulkRead: foreground.bulkRead,
    entitiesChanged: dictionary.refresh,
    aliasesChanged: dictionary.refreshAliases,
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
  const catalogue = await openCatalogue(opened, { dictionary, spoken, listeners })
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
    followWorks: followers.follow,
    visibleWorks: visibleWorksIn({ db: database.read, catalogue, viewers }),
  }
}

function createFollowers(first: InvalidationListeners['worksChanged']) {
  const followers = new Set([first])
  return {
    follow: (follow: InvalidationListeners['worksChanged']) => {
      followers.add(follow)
      return () => void followers.delete(follow)
    },
    notify: (keys: readonly number[] | 'all') => {
      for (const follow of followers) follow(keys)
    },
  }
}

interface CatalogueSources extends Pick<Works, 'dictionary' | 'spoken'> {
  readonly listeners: InvalidationListeners
}

/** Opens the index while reading names in parallel, because another thread builds it. */
async function openCatalogue(
  opened: DepsOptionsWithClock,
  { dictionary, spoken, listeners }: CatalogueSources,
): Promise<Works['catalogue']> {
  const seq = await latestSeq(opened.database.read)
  const entitiesChanged: typeof listeners.entitiesChanged = async (kind, keys) => {
    await namesRead
    await listeners.entitiesChanged(kind, keys)
  }
  const indexing = openLiveCatalogue({
    ...indexOptionsOf(opened),
    listeners: { ...listeners, entitiesChanged },
  })
  const namesRead = dictionary.refreshAll()
  try {
    const [catalogue] = await Promise.all([indexing, namesRead])
    // Changes that the index already contains are not reported, and the names may have been read before them.
    if (catalogue.seq() > seq) await dictionary.refreshAll()
    return catalogue
  } catch (error) {
    // The caller closes the database next, so all readers must have ended.
    const [begun] = await Promise.allSettled([indexing, namesRead])
    if (begun.status === 'fulfilled') await begun.value.close()
    await spoken.close()
    throw error
  }
}

/** Returns the options of the index: how to build it, or how to get it from the thread that builds it. */
function indexOptionsOf({
  database,
  dataFolder,
  log,
  metrics,
  now,
  build = buildInWorker,
  group,
  member,
}: DepsOptionsWithClock) {
  return {
    ...{ database, log, now, snapshotFolder: dataFolder },
    build: metrics ? observedBuild(build, metrics) : build,
    readers: group?.readers,
    source: member?.source,
  }
}
