/** Migrates works with marketplace IDs, filling in only values that are unknown here, and values that users edited there. */
import { type EntityKind, workIdOf, workKeyOf } from '@koedana/contract/values.ts'
import { writeInTurn } from '../../db/changes.ts'
import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import { chunksOf } from '../../db/statements.ts'
import { changeFields } from '../editing/change-fields.ts'
import { changesOf } from '../editing/edit.rules.ts'
import { findEditableWork } from '../editing/editable-work.store.ts'
import { fieldStatesOf } from '../editing/field-states.rules.ts'
import { readEditedFields } from '../editing/metadata.ts'
import { ownEntityId } from '../entities/own-entity-id.ts'
import { type BatchRecord, ingest } from '../metadata/ingest/ingest.ts'
import { findAttached, findColumns } from '../metadata/ingest/works.store.ts'
import type { OldWorkMatcher } from './migrate-personal-data.ts'
import { findIdsNamed, findWorks } from './migration.store.ts'
import type { MigrationReporter } from './migration-report.ts'
import { isMarketId, isOwnId } from './old-id.rules.ts'
import type { OldEntity, OldWork } from './old-library.ts'
import { type IdOf, type KnownWork, newValuesOf, recordOf } from './old-works.rules.ts'

export interface MigrationContext {
  readonly database: Database
  readonly now: () => Date
  readonly report: MigrationReporter
}

const worksAtOnce = 200

/** Custom works of the old server are found by their folders after the scan. */
export async function migrateWorks(
  { database, now, report }: MigrationContext,
  works: readonly OldWork[],
): Promise<void> {
  for (const { id } of works) if (!isMarketId(id) && !isOwnId(id)) report.miss('t_work', id, 'otherShop')
  const sold = works.filter(({ id }) => isMarketId(id))
  for (const some of chunksOf(sold, worksAtOnce)) {
    const carried = await writeInTurn(database.write, async (tx) => {
      const records = await newsOf(tx, some)
      await ingest(database, tx, { works: records, source: 'migration', now: now().toISOString() })
      return records.length
    })
    report.carried('t_work', carried)
    report.present('t_work', some.length - carried)
  }
}

async function newsOf(tx: Db, works: readonly OldWork[]): Promise<BatchRecord[]> {
  const columns = await findColumns(
    tx,
    works.map(({ id }) => workKeyOf(id)),
  )
  const stored = await findAttached(tx, columns)
  const idOf = await idsOf(tx, works)
  return works.flatMap((work) => {
    const known = stored.get(workKeyOf(work.id))
    const record = recordOf(work, idOf)
    const news = known ? newValuesOf(record, knownWork(known)) : record
    return news ? { work: news, hash: null } : []
  })
}

type Stored = NonNullable<Awaited<ReturnType<typeof findAttached>> extends Map<number, infer S> ? S : never>

const knownWork = ({ columns, attached }: Stored): KnownWork => ({
  id: columns.id,
  name: columns.name,
  ageCategory: columns.age_category,
  price: columns.price,
  sales: columns.sales,
  reviewCount: columns.review_count,
  ratingCount: columns.rating_count,
  rating: columns.rating,
  releaseDate: columns.released_on,
  maker: columns.maker_key,
  genres: attached.genres.length > 0 ? attached.genres : null,
  artists: attached.artists.length > 0 ? attached.artists : null,
})

async function idsOf(tx: Db, works: readonly OldWork[]): Promise<IdOf> {
  const unnamed = (named: readonly OldEntity[]) =>
    named.flatMap(({ id, name }) => (id === undefined ? name : []))
  const known = {
    makers: await findIdsNamed(tx, 'makers', unnamed(works.flatMap(({ circle }) => circle ?? []))),
    artists: await findIdsNamed(tx, 'artists', unnamed(works.flatMap(({ artists }) => artists))),
    genres: await findIdsNamed(tx, 'genres', unnamed(works.flatMap(({ genres }) => genres))),
  } satisfies Partial<Record<EntityKind, unknown>>
  return (kind, { id, name }) => id ?? known[kind].get(name) ?? ownEntityId(name)
}

const editsAtOnce = 20

/**
 * Copies fields that users edited on the old server, and locks them. Fields that are already locked here are not changed. Custom works
 * of the old server are included if `keyOf` knows them.
 */
export async function migrateEdits(
  { database, now, report }: MigrationContext,
  works: readonly OldWork[],
  { keyOf, whyNot }: Pick<OldWorkMatcher, 'keyOf' | 'whyNot'>,
): Promise<void> {
  const known = await findWorks(
    database.write,
    works.flatMap(({ id }) => keyOf(id) ?? []),
  )
  const edited = works.flatMap((work) => {
    const key = keyOf(work.id)
    const isHere = key !== undefined && known.has(key)
    if (isOwnId(work.id) && !isHere) report.miss('t_work', `${work.id} ${work.dir ?? ''}`, whyNot(work.id))
    return isHere && (isOwnId(work.id) || work.isCustom) ? [{ work, key }] : []
  })
  for (const some of chunksOf(edited, editsAtOnce)) {
    const changed = await writeInTurn(database.write, async (tx) => {
      const before: boolean[] = []
      for (const one of some) before.push(await lockFields({ database, tx, now: now().toISOString() }, one))
      return before
    })
    for (const [at, { work }] of some.entries()) {
      // Works of marketplaces were counted when they were imported.
      if (!isOwnId(work.id)) continue
      if (changed[at]) report.carried('t_work')
      else report.present('t_work')
    }
  }
}

interface Editing {
  readonly database: Database
  readonly tx: Db
  readonly now: string
}

/** Copies and locks the fields of one work. Returns whether anything changed. */
async function lockFields(
  { database, tx, now }: Editing,
  { work, key }: { readonly work: OldWork; readonly key: number },
): Promise<boolean> {
  const editable = await findEditableWork(tx, key)
  if (!editable) return false
  const isOpen = (field: 'name' | 'maker' | 'genres' | 'artists') => !editable.locks.has(field)
  const named = (all: readonly OldEntity[]) => all.slice(0, maxNamed).map(({ name }) => ({ name }))
  const { title, circle, genres, artists } = work
  const values = {
    ...(title !== undefined && isOpen('name') && { name: title.slice(0, maxNameLength) }),
    ...(circle && isOpen('maker') && { maker: { name: circle.name } }),
    ...(genres.length > 0 && isOpen('genres') && { genres: named(genres) }),
    ...(artists.length > 0 && isOpen('artists') && { artists: named(artists) }),
  }
  if (Object.keys(values).length === 0) return false
  const given = await readEditedFields(tx, { workId: workIdOf(key), values, path: 'body', now })
  const changes = changesOf(fieldStatesOf(editable), {
    ...given,
    release: [],
    userKey: null,
    source: 'migration',
    now,
  })
  await changeFields(database, tx, { editable, changes, userKey: null, now })
  return changes.length > 0
}

const maxNamed = 200
const maxNameLength = 500
