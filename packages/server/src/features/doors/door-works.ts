/** The works of a list that a person may see at a door, with what every door reads of each. */
import type { WorkFilter } from '@koedana/contract/filters.ts'
import type { Track, WorkCard } from '@koedana/contract/works.ts'
import type { WorkTable } from '../../db/tables/catalogue.ts'
import type { Context } from '../../http/context.ts'
import { personOf } from '../auth/auth-sources.ts'
import { tracksOf } from '../library/media/files.use-cases.ts'
import type { MediaSources } from '../library/media/links.ts'
import type { WorkSources } from '../works/viewers.ts'
import { findWorks } from '../works/works.store.ts'

export interface DoorWork {
  readonly key: number
  readonly card: WorkCard
  readonly row: WorkTable
  /** Those that can be heard, the preferred ones first, without links. */
  readonly tracks: readonly Track[]
}

interface Wanted {
  readonly keys: readonly number[]
  /** Whether works without files are among them. */
  readonly showsCatalogue: boolean
  /** No more than so many are read; without it all are. */
  readonly most?: number
}

/** Returns them in the order given. */
export async function readDoorWorks(
  sources: WorkSources & MediaSources,
  { keys, showsCatalogue, most }: Wanted,
  context: Context,
): Promise<DoorWork[]> {
  if (keys.length === 0) return []
  const visible = await sources.visibleWorks(keys, context)
  const rows = new Map((await findWorks(sources.db, [...visible])).map((row) => [row.key, row]))
  const isShown = (key: number) => rows.get(key)?.in_library === 1 || (rows.has(key) && showsCatalogue)
  const shown = keys.filter(isShown).slice(0, most)
  const [cards, tracks] = await Promise.all([
    // Apps that work offline copy everything.
    sources.cards.scan(shown, sources.viewers.cardView(context)),
    tracksOf(sources, { visibleKeys: shown, hasLinks: false }, context),
  ])
  return shown.flatMap((key, at) => {
    const [card, row] = [cards[at], rows.get(key)]
    if (!card || !row) return []
    return [{ key, card: cardIn(card), row, tracks: (tracks.get(key) ?? []).filter(({ away }) => !away) }]
  })
}

/** Filters what can be heard here, unless the owner of the app password wants more. Each edition is a work of its own. */
export const libraryOf = (context: Context): WorkFilter => ({
  editions: 'all',
  ...(!personOf(context).door?.showsCatalogue && { inLibrary: true }),
})

/** Cards are kept as ready JSON of our own contract. */
export const cardIn = (card: Buffer): WorkCard => JSON.parse(card.toString())
