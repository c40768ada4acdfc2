/** POST /works/{id}/refresh looks up one work now. */
import type { refreshWork } from '@koedana/contract/editing.ts'
import type { TaskReason } from '@koedana/contract/tasks.ts'
import { workIdOf } from '@koedana/contract/values.ts'
import { appendChanges, writeInTurn } from '../../../db/changes.ts'
import type { Database } from '../../../db/open.ts'
import type { Handler } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Dictionary } from '../../entities/dictionary.ts'
import type { LiveCatalogue } from '../../works/index/live-catalogue.ts'
import type { LookupSource } from '../source.ts'
import { ingestResults } from './ingest-results.ts'
import { createDirectCalls, lookUpWorks, type WorkResult } from './look-up-works.ts'
import { findRecords } from './records.store.ts'
import { findNames } from './work-names.store.ts'

export interface RefreshSources {
  readonly database: Database
  readonly marketplace: LookupSource
  readonly catalogue: Pick<LiveCatalogue, 'followed'>
  readonly dictionary: Pick<Dictionary, 'findKey'>
  readonly now: () => Date
}

/** The client waits ten seconds. */
const maxMs = 9_000

export function refreshWorkHandler(sources: RefreshSources): Handler<typeof refreshWork> {
  const { database, catalogue, dictionary, now } = sources
  return async ({ params }) => {
    const key = dictionary.findKey('works', params.id)
    const name = key === undefined ? undefined : (await findNames(database.read, [key])).get(key)
    if (key === undefined || name === undefined) throw new AppError('notFound')
    const id = workIdOf(key)
    if (id.startsWith('KD')) return { outcome: 'notFound' }
    const record = (await findRecords(database.read, [key])).get(key)
    const result = await lookUp(sources, { id, knownName: record?.record_at ? name : null })
    const [item] = await writeInTurn(database.write, async (tx) => {
      const taken = await ingestResults(database, tx, { results: [result], now: now().toISOString() })
      await appendChanges(tx, 'work', [key])
      return taken
    })
    await catalogue.followed()
    if (item?.outcome === 'notFound' || item?.outcome === 'unchanged') return { outcome: item.outcome }
    return { outcome: 'updated' }
  }
}

async function lookUp(
  { marketplace }: RefreshSources,
  lookup: { readonly id: string; readonly knownName: string | null },
): Promise<WorkResult> {
  const signal = AbortSignal.timeout(maxMs)
  try {
    const [result] = await lookUpWorks(createDirectCalls(marketplace, signal), [lookup])
    if (!result) throw new AppError('marketplaceSilent')
    if (result.kind === 'fault') throw new AppError(errorOf(result.reason))
    return result
  } catch (error) {
    if (signal.aborted) throw new AppError('marketplaceSilent')
    throw error
  }
}

const errorOf = (reason: TaskReason) =>
  reason === 'marketplaceOff' || reason === 'marketplaceBlocked' ? reason : 'marketplaceSilent'
