import type { WorkField } from '@koedana/contract/editing.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { type Source, workKeyOf } from '@koedana/contract/values.ts'
import { writeInTurn } from '../../../../db/changes.ts'
import type { Database } from '../../../../db/open.ts'
import { type IngestOutcome, ingest } from '../ingest.ts'
import { findFieldOrigins, type Origin } from '../provenance.rules.ts'
import { findSources } from '../provenance.store.ts'

/** Returns the fixed-width UTC text of this many minutes after midnight. */
export const minute = (minutes: number): string => new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString()

export function ingestAs(
  database: Database,
  works: readonly FeedWork[],
  { source, at }: { readonly source: Source; readonly at: string },
): Promise<IngestOutcome[]> {
  return writeInTurn(database.write, (tx) =>
    ingest(database, tx, { works: works.map((work) => ({ work, hash: null })), source, now: at }),
  )
}

export async function storedOrigins(
  { write }: Database,
  id: string,
): Promise<ReadonlyMap<WorkField, Origin>> {
  const key = workKeyOf(id)
  const { origin, created_at } = await write
    .selectFrom('work')
    .select(['origin', 'created_at'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  const rows = await findSources(write, [key])
  return findFieldOrigins({ source: origin, at: created_at }, rows.get(key) ?? [])
}
