/** Buckets of the credential limiter. They survive a restart and are shared by all servers of one database. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

/** One attempt that is counted in a bucket. */
export interface Window {
  readonly bucket: string
  readonly now: string
  readonly resetsAt: string
}

export interface BucketState {
  readonly count: number
  readonly resetsAt: string
}

/**
 * Counts in one statement, so that concurrent calls are all counted. An expired window starts again. A window that ends
 * later than one that opens now was opened by a wrong clock, and is shortened.
 */
export async function countAttempt(db: Db, { bucket, now, resetsAt }: Window): Promise<BucketState> {
  const isOver = sql<boolean>`attempt.resets_at <= ${now}`
  const row = await db
    .insertInto('attempt')
    .values({ bucket, count: 1, resets_at: resetsAt })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({
        count: sql<number>`case when ${isOver} then 1 else attempt.count + 1 end`,
        resets_at: endOfWindow(isOver),
      }),
    )
    .returning(['count', 'resets_at'])
    .executeTakeFirstOrThrow()
  return { count: row.count, resetsAt: row.resets_at }
}

const endOfWindow = (isOver: ReturnType<typeof sql<boolean>>) =>
  sql<string>`case when ${isOver} or attempt.resets_at > excluded.resets_at then excluded.resets_at else attempt.resets_at end`

export interface SecretWindow extends Window {
  /** Identifies the secret within the bucket; letters, digits, `-` and `_`. */
  readonly digest: string
  /** A bucket above this count is blocked: it remembers no further secrets, and each of them counts every time. */
  readonly max: number
}

/**
 * Counts a secret once per window, in one statement. Concurrent calls with different secrets are all counted, and calls with the
 * same secret are counted once.
 */
export async function countSecret(
  db: Db,
  { bucket, digest, now, resetsAt, max }: SecretWindow,
): Promise<BucketState> {
  const mark = `.${digest}`
  const isOver = sql<boolean>`attempt.resets_at <= ${now}`
  const isSeen = sql<boolean>`replace(attempt.seen, ${mark}, '') <> attempt.seen`
  const row = await db
    .insertInto('attempt')
    .values({ bucket, count: 1, resets_at: resetsAt, seen: mark })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({
        count: sql<number>`case when ${isOver} then 1 when ${isSeen} then attempt.count else attempt.count + 1 end`,
        seen: sql<string>`case when ${isOver} then excluded.seen when ${isSeen} or attempt.count > ${max} then attempt.seen else attempt.seen || excluded.seen end`,
        resets_at: endOfWindow(isOver),
      }),
    )
    .returning(['count', 'resets_at'])
    .executeTakeFirstOrThrow()
  return { count: row.count, resetsAt: row.resets_at }
}

export async function uncountSecret(db: Db, bucket: string, digest: string): Promise<void> {
  const mark = `.${digest}`
  await db
    .updateTable('attempt')
    .set({ count: sql<number>`count - 1`, seen: sql<string>`replace(seen, ${mark}, '')` })
    .where('bucket', '=', bucket)
    .where(sql<boolean>`replace(seen, ${mark}, '') <> seen`)
    .execute()
}

/** The count of remembered buckets, so that trimming removes counters first. */
const rememberedCount = 1_000_000

/** Keeps a bucket until then, whatever it counted. */
export async function rememberBucket(db: Db, bucket: string, until: string): Promise<void> {
  await db
    .insertInto('attempt')
    .values({ bucket, count: rememberedCount, resets_at: until })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({ count: rememberedCount, resets_at: until }),
    )
    .execute()
}

export async function listRemembered(
  db: Db,
  buckets: readonly string[],
  now: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('attempt')
    .select('bucket')
    .where('bucket', 'in', buckets)
    .where('resets_at', '>', now)
    .execute()
  return new Set(rows.map(({ bucket }) => bucket))
}

export async function forgetAttempts(db: Db, bucket: string): Promise<void> {
  await db.deleteFrom('attempt').where('bucket', '=', bucket).execute()
}

/** Deletes a bucket that counted one attempt. Returns whether it did. */
export async function deleteIfCountedOnce(db: Db, bucket: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('attempt')
    .where('bucket', '=', bucket)
    .where('count', '=', 1)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes expired buckets and, beyond `maxRows`, those with the lowest counts: a blocked address stays blocked. */
export async function trimAttempts(db: Db, now: string, maxRows: number): Promise<void> {
  await db.deleteFrom('attempt').where('resets_at', '<=', now).execute()
  const { count } = await db
    .selectFrom('attempt')
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  const surplus = Number(count) - maxRows
  if (surplus <= 0) return
  const fewest = db
    .selectFrom('attempt')
    .select('bucket')
    .orderBy('count')
    .orderBy('resets_at')
    .limit(surplus)
  await db.deleteFrom('attempt').where('bucket', 'in', fewest).execute()
}
