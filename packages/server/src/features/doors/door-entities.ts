/** Lists the circles, series, voice actors and genres of which a work is visible in a compatibility API. */
import type { Catalogue } from '@koedana/catalogue/catalogue.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { filterOf } from '../../domain/query.rules.ts'
import type { Context } from '../../http/context.ts'
import { keysNamed } from '../entities/find-by-name.ts'
import type { WorkSources } from '../works/viewers.ts'
import { libraryOf } from './door-works.ts'

export interface ShownEntity {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly workCount: number
}

interface Ranked {
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
  { kind, text, only, page = everything }: Ranked,
  context: Context,
): RankedEntities {
  const { catalogue, dictionary, viewers } = sources
  const viewer = viewers.viewer(context)
  const current: Catalogue = catalogue.current()
  const ranked = current.rankEntities(
    {
      kind,
      filter: filterOf(libraryOf(context), dictionary.findKey, []),
      sort: 'nameAsc',
      offset: page.offset,
      limit: page.count,
      only: only ?? keysNamed(current, kind, { text, viewer }),
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
  ranked: Ranked,
  context: Context,
): readonly ShownEntity[] => rankEntities(sources, ranked, context).items
