/** Reads the works among which a refresh chooses. Custom works and works in the trash are left out. */
import { workKeyOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../db/schema.ts'
import { chunksOf } from '../../../../db/statements.ts'
import type { RefreshCandidate } from './due.rules.ts'

export interface RefreshedWork extends RefreshCandidate {
  readonly key: number
}

const worksPerPage = 5_000
/** Smallest key of a marketplace work. Custom works have smaller keys. */
const firstKey = workKeyOf('RJ000000')

/** Yields pages in key order. */
export async function* pagesOfRefreshed(db: Db): AsyncGenerator<RefreshedWork[]> {
  for (let after = firstKey - 1; ; ) {
    const page = await refreshed(db)
      .where('work.key', '>', after)
      .orderBy('work.key')
      .limit(worksPerPage)
      .execute()
    yield page
    if (page.length < worksPerPage) return
    after = page.at(-1)?.key ?? after
  }
}

/** Lists existing works of these keys in key order. */
export async function listRefreshed(db: Db, keys: readonly number[]): Promise<RefreshedWork[]> {
  const found: RefreshedWork[] = []
  for (const some of chunksOf(
    keys.filter((key) => key >= firstKey).toSorted((a, b) => a - b),
    worksPerPage,
  )) {
    found.push(...(await refreshed(db).where('work.key', 'in', some).orderBy('work.key').execute()))
  }
  return found
}

const refreshed = (db: Db) =>
  db
    .selectFrom('work')
    .leftJoin('marketplace_record as record', 'record.key', 'work.key')
    .select([
      'work.key',
      'work.released_on',
      'work.availability',
      'work.price',
      'work.list_price',
      'work.sales',
      'record.numbers_at',
      'record.retry_at',
    ])
    .where('work.trashed_at', 'is', null)

export interface StaleQuery {
  readonly now: string
  /** Records read before this time are old. */
  readonly before: string
  readonly limit: number
}

/** Lists up to `limit` works whose record is wanted, was never read, or is old, in this order. */
export async function listStale(db: Db, { now, before, limit }: StaleQuery): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`
    select work.key from work
    left join marketplace_record as record on record.key = work.key
    where work.trashed_at is null and work.key >= ${firstKey}
      and (record.key is null or record.wanted = 1 or record.record_at is null or record.record_at < ${before})
      and (record.retry_at is null or record.retry_at <= ${now})
    order by case when record.wanted = 1 then 0 when record.record_at is null then 1 else 2 end, record.record_at, work.key
    limit ${limit}`.execute(db)
  return rows.map(({ key }) => key)
}
