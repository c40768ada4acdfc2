/** Lists the circles, series, voice actors and genres of which a work is visible in a compatibility API. */
import type { Catalogue } from '@koedana/catalogue/catalogue.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { toIndexFilter } from '../../domain/query.rules.ts'
import type { Context } from '../../http/context.ts'
import { findEntityKeysByText } from '../entities/find-by-name.ts'
import type { WorkSources } from '../works/viewers.ts'
import { libraryFilterOf } from './door-works.ts'

export interface ShownEntity {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly workCount: number
}

interface EntityQuery {
  readonly kind: EntityKind
  /** Text to search for in names; without it, all entities match. */
  readonly text?: string | undefined
  readonly only?: ReadonlySet<number> | undefined
  readonly page?: { readonly offset: number; readonly count: number }
}

const everything = { offset: 0, count: 1_000_000 }

export interface RankedEntities {
  readonly items: readonly ShownEntity[]
  /** The total of all pages. */
  readonly total: number
}

/** Returns a page of the entities, sorted by name, and their total. */
export function rankEntities(
  sources: WorkSources,
  { kind, text, only, page = everything }: EntityQuery,
  context: Context,
): RankedEntities {
  const { catalogue, dictionary, viewers } = sources
  const viewer = viewers.viewer(context)
  const current: Catalogue = catalogue.current()
  const ranked = current.rankEntities(
    {
      kind,
      filter: toIndexFilter(libraryFilterOf(context), dictionary.findKey, []),
      sort: 'nameAsc',
      offset: page.offset,
      limit: page.count,
      only: only ?? findEntityKeysByText(current, kind, { text, viewer }),
      textOf: dictionary.textOf(viewer),
    },
    viewer,
  )
  const items = ranked.items.flatMap(({ key, workCount }) => {
    const entity = dictionary.findEntity(kind, key, viewer)
    return entity ? [{ ...entity, key, workCount }] : []
  })
  return { items, total: ranked.total }
}

/** Returns the entities without the total. */
export const listEntities = (
  sources: WorkSources,
  ranked: EntityQuery,
  context: Context,
): readonly ShownEntity[] => rankEntities(sources, ranked, context).items
