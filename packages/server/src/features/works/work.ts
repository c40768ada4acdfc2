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
  const { key, viewer, locale } = asked
  const current = sources.catalogue.current()
  if (!current.isVisible(key, viewer)) return undefined
  return readStoredWork(sources, { key, locale, visible: (keys) => current.visible(keys, viewer) })
}

export interface AskedStored {
  readonly key: number
  readonly locale: Locale
  /** Which of its editions may be named. */
  readonly visible: (keys: readonly number[]) => readonly number[]
}

export type StoredSources = Pick<WorkSources, 'db' | 'dictionary' | 'signCover'>

/** Whoever asks. Undefined for a work that is unknown. */
export async function readStoredWork(sources: StoredSources, asked: AskedStored): Promise<Work | undefined> {
  const { db, dictionary, signCover } = sources
  const { key, locale } = asked
  const [row] = await findWorks(db, [key])
  if (!row) return undefined
  const keys = asked.visible(await listEditionKeys(db, row))
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
