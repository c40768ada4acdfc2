/** POST /works/{id}/refresh: one work is asked for now. */
import type { refreshWork } from '@koedana/contract/editing.ts'
import { findWorkKey, workIdOf } from '@koedana/contract/work-id.rules.ts'
import { appendChanges } from '../../../db/changes.ts'
import type { Database } from '../../../db/open.ts'
import { writeTogether } from '../../../db/write.ts'
import type { Handler } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { LiveCatalogue } from '../../works/index/live-catalogue.ts'
import type { AskedSource } from '../source.ts'
import { askWorks, type Told } from './ask-works.ts'
import { plainCalls } from './calls.ts'
import { findRecords } from './records.store.ts'
import { takeWorks } from './take-works.ts'
import { findNames } from './work-names.store.ts'

export interface RefreshSources {
  readonly database: Database
  readonly marketplace: AskedSource
  readonly catalogue: Pick<LiveCatalogue, 'followed'>
  readonly now: () => Date
}

/** Whoever asked waits ten seconds. */
const longestMs = 9_000

export function refreshWorkHandler(sources: RefreshSources): Handler<typeof refreshWork> {
  const { database, catalogue, now } = sources
  return async ({ params }) => {
    const key = findWorkKey(params.id)
    const name = key === undefined ? undefined : (await findNames(database.read, [key])).get(key)
    if (key === undefined || name === undefined) throw new AppError('notFound')
    const id = workIdOf(key)
    if (id.startsWith('KD')) return { outcome: 'notFound' }
    const record = (await findRecords(database.read, [key])).get(key)
    const told = await ask(sources, { id, knownName: record?.record_at ? name : null })
    const [item] = await writeTogether(database.write, async (tx) => {
      const taken = await takeWorks(database, tx, { told: [told], now: now().toISOString() })
      await appendChanges(tx, 'work', [key])
      return taken
    })
    await catalogue.followed()
    if (item?.outcome === 'notFound' || item?.outcome === 'unchanged') return { outcome: item.outcome }
    return { outcome: 'updated' }
  }
}

async function ask(
  { marketplace }: RefreshSources,
  wish: { readonly id: string; readonly knownName: string | null },
): Promise<Told> {
  const signal = AbortSignal.timeout(longestMs)
  try {
    const [told] = await askWorks(plainCalls(marketplace, signal), [wish])
    if (!told || told.kind === 'fault') throw new AppError('marketplaceSilent')
    return told
  } catch (error) {
    if (signal.aborted) throw new AppError('marketplaceSilent')
    throw error
  }
}
