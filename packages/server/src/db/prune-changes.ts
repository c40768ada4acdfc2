/** How far back the change feed reaches, and how a follower learns that it reaches back too short for it. */
import type { Db } from './schema.ts'

/**
 * Rows that stay. A follower that is more than a few thousand behind builds anew; this much is for those that only need
 * to know what became stale meanwhile: an hour of a large import, a few megabytes.
 */
export const keptChanges = 100_000
/** Rows that go at once: more than one statement appends, so that the feed never outgrows them; a few milliseconds. */
const prunedAtOnce = 10_000

/** Takes old rows away when enough have gathered; in the transaction of the writer that appended. */
export async function pruneChanges(tx: Db): Promise<void> {
  const { first, last } = await endsOf(tx)
  if (last - first < keptChanges + prunedAtOnce) return
  await tx
    .deleteFrom('change')
    .where('seq', '<', first + prunedAtOnce)
    .execute()
}

/**
 * Whether some of the changes after `seq` may be gone. Ask after reading them: what is there now was there before.
 * A number that PostgreSQL skipped counts as gone: too careful, never wrong.
 */
export async function arePrunedSince(db: Db, seq: number): Promise<boolean> {
  const { first } = await endsOf(db)
  return first > seq + 1
}

/** Both 0 before anything changed. */
async function endsOf(db: Db): Promise<{ first: number; last: number }> {
  const end = (of: 'min' | 'max') => db.selectFrom('change').select((e) => e.fn[of]('seq').as('seq'))
  const ends = await db.selectNoFrom([end('min').as('first'), end('max').as('last')]).executeTakeFirst()
  return { first: ends?.first ?? 0, last: ends?.last ?? 0 }
}
