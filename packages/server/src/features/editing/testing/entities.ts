/** Works and entities of one test's own, in a world that several tests share. */
import { api } from '@koedana/contract/api.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import type { EditingWorld } from './edited-work.ts'

let last = 0

export interface Entities {
  /** Part of every name and id. */
  readonly own: number
  /** The id of a work. */
  readonly work: (at: number) => string
  readonly named: (name: string) => { readonly id: string; readonly name: string }
  readonly merge: (kind: EntityKind, id: string, into: string) => Promise<unknown>
  readonly rename: (
    kind: EntityKind,
    id: string,
    body: { readonly name?: string; readonly kana?: string | null },
  ) => Promise<unknown>
  /** The ids of the works under a filter, in order. */
  readonly idsOf: (query: Filter) => Promise<string[]>
}

type Filter = Readonly<Partial<Record<EntityKind | 'excludedArtists', string[]>>> & { readonly q?: string }

export function entitiesIn({ here, keeper }: EditingWorld): Entities {
  const own = ++last
  return {
    own,
    work: (at) => `RJ${94_000_000 + own * 100 + at}`,
    named: (name) => ({ id: `${name}${own}`, name: `${name} ${own}` }),
    merge: (kind, id, into) => keeper.call(api.mergeEntity, { params: { kind, id }, body: { into } }),
    rename: (kind, id, body) => keeper.call(api.updateEntity, { params: { kind, id }, body: { ...body } }),
    idsOf: async (query) => {
      const { items } = await here.call(api.listWorks, { query: { ...query } })
      return items.map(({ id }) => id).sort()
    },
  }
}
