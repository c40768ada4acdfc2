/** Reads the works of a list that a user may see in a compatibility API, with the data that every such API needs. */
import type { WorkFilter } from '@koedana/contract/filters.ts'
import type { Track, WorkCard } from '@koedana/contract/works.ts'
import type { WorkTable } from '../../db/tables/catalogue.ts'
import type { Context } from '../../http/context.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import { listTracksByWork } from '../library/media/files.use-cases.ts'
import type { MediaSources } from '../library/media/links.ts'
import type { WorkSources } from '../works/viewers.ts'
import { findWorks } from '../works/works.store.ts'

export interface DoorWork {
  readonly key: number
  readonly card: WorkCard
  readonly row: WorkTable
  /** The playable tracks without links, preferred ones first. */
  readonly tracks: readonly Track[]
}

interface DoorWorksRequest {
  readonly keys: readonly number[]
  /** Whether works without files are included. */
  readonly showsCatalogue: boolean
  /** The maximum number of works to read; without it, all are read. */
  readonly most?: number
}

/** Returns the visible works in the given order. */
export async function readDoorWorks(
  sources: WorkSources & MediaSources,
  { keys, showsCatalogue, most }: DoorWorksRequest,
  context: Context,
): Promise<DoorWork[]> {
  if (keys.length === 0) return []
  const visible = await sources.visibleWorks(keys, context)
  const rows = new Map((await findWorks(sources.db, [...visible])).map((row) => [row.key, row]))
  const isShown = (key: number) => rows.get(key)?.in_library === 1 || (rows.has(key) && showsCatalogue)
  const shown = keys.filter(isShown).slice(0, most)
  const [cards, tracks] = await Promise.all([
    // Apps that work offline copy the whole library, so cards are scanned and not cached.
    sources.cards.scan(shown, sources.viewers.cardView(context)),
    listTracksByWork(sources, { visibleKeys: shown, hasLinks: false }, context),
  ])
  return shown.flatMap((key, at) => {
    const [card, row] = [cards[at], rows.get(key)]
    if (!card || !row) return []
    return [{ key, card: parseCard(card), row, tracks: (tracks.get(key) ?? []).filter(({ away }) => !away) }]
  })
}

/**
 * Returns the filter for works with files here, or for all works if the app password allows the whole catalog. Editions are listed
 * separately.
 */
export const libraryFilterOf = (context: Context): WorkFilter => ({
  editions: 'all',
  ...(!requirePerson(context).door?.showsCatalogue && { inLibrary: true }),
})

/** Parses a card, which is stored as the JSON of our own API. */
export const parseCard = (card: Buffer): WorkCard => JSON.parse(card.toString())
