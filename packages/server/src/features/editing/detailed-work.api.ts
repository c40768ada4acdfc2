/** GET /works/{id}: a work with the source and lock of each field. */
import type { DetailedWork, getWork as getWorkEndpoint } from '@koedana/contract/works.ts'
import type { Db } from '../../db/schema.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { listFormats } from '../library/media/tracks.store.ts'
import { findFieldOrigins } from '../metadata/ingest/provenance.rules.ts'
import { findSources } from '../metadata/ingest/provenance.store.ts'
import type { WorkSources } from '../works/viewers.ts'
import { findWorks } from '../works/works.store.ts'
import { getWork } from '../works/works.use-cases.ts'
import { findLocks } from './editable-work.store.ts'

export function getWorkHandler(sources: WorkSources): Handler<typeof getWorkEndpoint> {
  return async ({ params, query }, context) => {
    const work = await getWork(sources, { id: params.id, choices: query }, context)
    const key = sources.dictionary.findKey('works', work.id)
    const metadata = key === undefined ? undefined : await readRecord(sources.db, key)
    if (!metadata) throw new AppError('notFound')
    return { ...work, metadata }
  }
}

/** Reports that a field is locked, but never by whom. */
async function readRecord(db: Db, key: number): Promise<DetailedWork['metadata'] | undefined> {
  const [[row], sources, locks, formats] = await Promise.all([
    findWorks(db, [key]),
    findSources(db, [key]),
    findLocks(db, key),
    listFormats(db, key),
  ])
  if (!row) return undefined
  const origins = findFieldOrigins({ source: row.origin, at: row.created_at }, sources.get(key) ?? [])
  const fields = [...origins].map(([field, origin]) => [field, { ...origin, locked: locks.has(field) }])
  return { fields: Object.fromEntries(fields), formats }
}
