/** One work with everything around it, as one viewer may see it. */
import type { Viewer } from '@koedana/catalogue/query.ts'
import type { Locale } from '@koedana/contract/values.ts'
import type { Work } from '@koedana/contract/works.ts'
import { type WorkParts, workOf } from './card.rules.ts'
import type { WorkSources } from './sources.ts'
import {
  findLanguages,
  findLinks,
  findNames,
  findWorks,
  listCredits,
  listEditionKeys,
} from './works.store.ts'

export interface Asked {
  readonly key: number
  readonly viewer: Viewer
  readonly locale: Locale
}

/** Undefined for a work that is unknown, or hidden from this viewer: both look alike. */
export async function readWork(sources: WorkSources, asked: Asked): Promise<Work | undefined> {
  const { db, catalogue, dictionary, signCover } = sources
  const { key, viewer, locale } = asked
  if (!catalogue.current().isVisible(key, viewer)) return undefined
  const [row] = await findWorks(db, [key])
  if (!row) return undefined
  const keys = catalogue.current().visible(await listEditionKeys(db, row), viewer)
  const [links, names, languages, credits, editions] = await Promise.all([
    findLinks(db, [key]),
    findNames(db, keys, locale),
    findLanguages(db, keys),
    listCredits(db, key),
    findWorks(db, keys.length > 1 ? keys : []),
  ])
  return workOf({
    row,
    links: links.get(key) ?? { artists: [], illustrators: [], genres: [] },
    name: names.get(key),
    locale,
    findEntity: (kind, entityKey) => dictionary.findEntity(kind, entityKey, locale),
    signCover,
    languages: languages.get(key) ?? [],
    credits,
    editions: editions.map((edition) => editionOf(edition, names, languages)),
  })
}

function editionOf(
  edition: WorkParts['row'],
  names: ReadonlyMap<number, string>,
  languages: ReadonlyMap<number, string[]>,
): Work['editions'][number] {
  return {
    id: edition.id,
    title: names.get(edition.key) ?? edition.name,
    languages: languages.get(edition.key) ?? [],
  }
}
