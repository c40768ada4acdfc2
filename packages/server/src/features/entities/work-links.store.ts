import type { EntityKind } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import type { WorkTable } from '../../db/tables/catalogue.ts'

const linkTables = { artists: 'work_artist', illustrators: 'work_illustrator', genres: 'work_genre' } as const

const columns = ['key', 'age_category', 'trashed_at', 'maker_key', 'series_key'] as const

export interface LinkedWork {
  readonly row: Pick<WorkTable, (typeof columns)[number]>
  /** Keys of the entities that the work names. */
  readonly linked: Readonly<Record<keyof typeof linkTables, ReadonlySet<number>>>
}

export async function linksOf(tx: Db, keys: readonly number[]): Promise<Map<number, LinkedWork>> {
  const rows = await tx.selectFrom('work').select(columns).where('key', 'in', keys).execute()
  const find = async (kind: keyof typeof linkTables) =>
    Map.groupBy(
      await tx
        .selectFrom(linkTables[kind])
        .select(['work_key', 'entity_key'])
        .where('work_key', 'in', keys)
        .execute(),
      ({ work_key }) => work_key,
    )
  const [artists, illustrators, genres] = [
    await find('artists'),
    await find('illustrators'),
    await find('genres'),
  ]
  const setOf = (links: readonly { readonly entity_key: number }[] = []) =>
    new Set(links.map(({ entity_key }) => entity_key))
  return new Map(
    rows.map((row) => [
      row.key,
      {
        row,
        linked: {
          artists: setOf(artists.get(row.key)),
          illustrators: setOf(illustrators.get(row.key)),
          genres: setOf(genres.get(row.key)),
        },
      },
    ]),
  )
}

export function isLinked({ row, linked }: LinkedWork, kind: EntityKind, key: number): boolean {
  if (kind === 'makers') return row.maker_key === key
  if (kind === 'series') return row.series_key === key
  return linked[kind].has(key)
}

export interface NamingWorksQuery {
  readonly kind: EntityKind
  readonly key: number
  /** Keys of works to leave out. */
  readonly except: ReadonlySet<number>
  /** The maximum number of works per age, separately for works in the trash and others. */
  readonly most: number
}

type WorkAge = Pick<WorkTable, 'key' | 'age_category' | 'trashed_at'>

export async function findWorksNaming(
  tx: Db,
  { kind, key, except, most }: NamingWorksQuery,
): Promise<WorkAge[]> {
  const ages = ['all', 'r15', 'r18', null] as const
  const found: WorkAge[] = []
  for (const age of ages) {
    for (const isTrashed of [false, true]) {
      const named = naming(tx, kind, key)
        .select(['work.key', 'work.age_category', 'work.trashed_at'])
        .where((e) => (age === null ? e('work.age_category', 'is', null) : e('work.age_category', '=', age)))
        .where('work.trashed_at', isTrashed ? 'is not' : 'is', null)
        .limit(most + except.size)
      found.push(...(await named.execute()).filter((work) => !except.has(work.key)).slice(0, most))
    }
  }
  return found
}

function naming(tx: Db, kind: EntityKind, key: number) {
  const works = tx.selectFrom('work')
  if (kind === 'makers') return works.where('maker_key', '=', key)
  if (kind === 'series') return works.where('series_key', '=', key)
  return works.where('work.key', 'in', (e) =>
    e.selectFrom(linkTables[kind]).select('work_key').where('entity_key', '=', key),
  )
}
