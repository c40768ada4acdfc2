/** The memory of the limiter: it outlives a restart and is shared by all servers over one database. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

export interface Window {
  readonly bucket: string
  readonly now: string
  /** The end of a window that opens now. */
  readonly resetsAt: string
}

/**
 * One statement, so that of many at once each counts. A window that is over begins anew; one that ends later than a window
 * that opens now was opened by a clock that was wrong, and ends with that.
 */
export async function countAttempt(
  db: Db,
  { bucket, now, resetsAt }: Window,
): Promise<{ count: number; resetsAt: string }> {
  const isOver = sql<boolean>`attempt.resets_at <= ${now}`
  const row = await db
    .insertInto('attempt')
    .values({ bucket, count: 1, resets_at: resetsAt })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({
        count: sql<number>`case when ${isOver} then 1 else attempt.count + 1 end`,
        resets_at: sql<string>`case when ${isOver} or attempt.resets_at > excluded.resets_at then excluded.resets_at else attempt.resets_at end`,
      }),
    )
    .returning(['count', 'resets_at'])
    .executeTakeFirstOrThrow()
  return { count: row.count, resetsAt: row.resets_at }
}

/** Keeps a bucket until then, whatever it counted. */
export async function rememberBucket(db: Db, bucket: string, until: string): Promise<void> {
  await db
    .insertInto('attempt')
    .values({ bucket, count: 1, resets_at: until })
    .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ resets_at: until }))
    .execute()
}

export async function isRemembered(db: Db, bucket: string, now: string): Promise<boolean> {
  const row = await db
    .selectFrom('attempt')
    .select('bucket')
    .where('bucket', '=', bucket)
    .where('resets_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

export async function forgetAttempts(db: Db, bucket: string): Promise<void> {
  await db.deleteFrom('attempt').where('bucket', '=', bucket).execute()
}

/** Takes one try back. */
export async function returnAttempt(db: Db, bucket: string): Promise<void> {
  await db
    .updateTable('attempt')
    .set({ count: sql<number>`count - 1` })
    .where('bucket', '=', bucket)
    .where('count', '>', 0)
    .execute()
}

/** Removes windows that are over and, beyond `most`, those with the fewest tries: an address that is blocked stays blocked. */
export async function trimAttempts(db: Db, now: string, most: number): Promise<void> {
  await db.deleteFrom('attempt').where('resets_at', '<=', now).execute()
  const { count } = await db
    .selectFrom('attempt')
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  const surplus = Number(count) - most
  if (surplus <= 0) return
  const fewest = db
    .selectFrom('attempt')
    .select('bucket')
    .orderBy('count')
    .orderBy('resets_at')
    .limit(surplus)
  await db.deleteFrom('attempt').where('bucket', 'in', fewest).execute()
}
