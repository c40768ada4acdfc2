/** Reads works for all APIs. Hidden works respond with `notFound`. */

import type { Viewer } from '@koedana/catalogue/model/query.ts'
import type { Locale, ViewerFilters } from '@koedana/contract/values.ts'
import type { Cover, Work } from '@koedana/contract/works.ts'
import type { WorkTable } from '../../db/tables/catalogue.ts'
import { isAgeIn } from '../../domain/viewer.rules.ts'
import { AppError } from '../../lib/app-error.ts'
import { ageOf, coverOf, toWork, type WorkParts } from './card.rules.ts'
import { veilCover } from './card-record.ts'
import type { Caller, WorkSources } from './viewers.ts'
import {
  findLanguages,
  findLinks,
  findNames,
  findWorks,
  hasArchive,
  listCredits,
  listEditionKeys,
} from './works.store.ts'

export interface GetWorkInput {
  readonly id: string
  readonly choices?: ViewerFilters
}

export async function getWork(
  sources: WorkSources,
  { id, choices }: GetWorkInput,
  caller: Caller,
): Promise<Work> {
  const { dictionary, viewers } = sources
  const key = dictionary.findKey('works', id)
  const viewer = viewers.viewer(caller, choices)
  const work = key === undefined ? undefined : await readWork(sources, { key, viewer, locale: caller.locale })
  if (!work) throw new AppError('notFound')
  return viewers.isVeiled(caller, choices) ? veilCover(work) : work
}

/** Returns the cover with its signature, even if lists veil it. */
export async function getCover(
  { db, catalogue, dictionary, viewers, signCover }: WorkSources,
  { id, choices }: GetWorkInput,
  caller: Caller,
): Promise<Cover> {
  const key = dictionary.findKey('works', id)
  const viewer = viewers.viewer(caller, choices)
  if (key === undefined || !catalogue.current().isVisible(key, viewer)) throw new AppError('notFound')
  const [row] = await findWorks(db, [key])
  const cover = row && isRowFor(viewer, row) ? coverOf({ row, signCover }) : null
  if (!cover) throw new AppError('notFound')
  return cover
}

export interface ReadWorkInput {
  readonly key: number
  readonly viewer: Viewer
  readonly locale: Locale
}

/** Returns undefined for unknown and hidden works alike. */
async function readWork(sources: WorkSources, input: ReadWorkInput): Promise<Work | undefined> {
  const { key, viewer, locale } = input
  const current = sources.catalogue.current()
  if (!current.isVisible(key, viewer)) return undefined
  return readStoredWork(sources, {
    key,
    locale,
    ages: viewer.ages,
    visible: (keys) => current.visible(keys, viewer),
    mayShow: (row) => isRowFor(viewer, row),
  })
}

/** Checks the row too, because it may be newer than the index. */
const isRowFor = ({ ages }: Viewer, row: Pick<WorkTable, 'age_category' | 'trashed_at'>): boolean =>
  row.trashed_at === null && isAgeIn(ages, ageOf(row))

export interface ReadStoredInput {
  readonly key: number
  readonly locale: Locale
  /** Names entities according to works of these ages (as bits); by default the latest names. */
  readonly ages?: number
  /** Returns the editions that may be named, according to the index. */
  readonly visible: (keys: readonly number[]) => readonly number[]
  /** Decides about each row after it was read; by default all may be shown. */
  readonly mayShow?: (row: WorkTable) => boolean
}

export type StoredWorkSources = Pick<WorkSources, 'db' | 'dictionary' | 'signCover'>

/** Reads a work for any caller. Returns undefined if it is unknown or must not be shown. */
export async function readStoredWork(
  sources: StoredWorkSources,
  input: ReadStoredInput,
): Promise<Work | undefined> {
  const { db, dictionary, signCover } = sources
  const { key, locale, ages, mayShow = () => true } = input
  const [row] = await findWorks(db, [key])
  if (!row || !mayShow(row)) return undefined
  const keys = input.visible(await listEditionKeys(db, row))
  const [links, names, languages, credits, editions, isPacked] = await Promise.all([
    findLinks(db, [key]),
    findNames(db, keys, locale),
    findLanguages(db, keys),
    listCredits(db, key),
    findWorks(db, keys.length > 1 ? keys : []),
    row.in_library === 0 && hasArchive(db, key),
  ])
  return toWork({
    row,
    links: links.get(key) ?? { artists: [], illustrators: [], genres: [] },
    name: names.get(key),
    locale,
    findEntity: (kind, entityKey) => dictionary.findEntity(kind, entityKey, { locale, ages }),
    signCover,
    languages: languages.get(key) ?? [],
    credits,
    isPacked,
    editions: editions.filter(mayShow).map((edition) => editionOf(edition, names, languages)),
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
