/** Scans every storage; works that are there by now and were never asked for are wanted. */
import * as v from 'valibot'
import { chunksOf } from '../../../../db/chunks.ts'
import type { Database } from '../../../../db/open.ts'
import {
  type BackgroundScans,
  type ScannedStorage,
  scanStorages,
} from '../../../library/scan/background-scans.ts'
import { wantRecords } from '../../../metadata/upkeep/records.store.ts'
import type { ReportedItem } from '../../job.ts'
import type { Phase, PhaseContext } from '../phases.ts'
import { listNewOfFolders, listNewOfLibrary } from './library-works.store.ts'

export interface StorageSources {
  readonly database: Database
  readonly scans: BackgroundScans
}

export const storages = ({ database, scans }: StorageSources): Phase => ({
  name: 'storages',
  run: async (context) => {
    const { job } = context
    if (context.only?.length === 0) return
    let state: State = v.is(State, context.state) ? context.state : { after: -1, told: -1 }
    const request = { db: database.read, scans, after: state.after, signal: job.signal, now: job.now() }
    for await (const storage of scanStorages({ ...request, onFolder: job.at })) {
      state = { ...state, after: storage.key }
      job.note('info', lineOf(storage))
      await context.step(async () => ({ state, items: troubleOf(storage) }))
    }
    job.signal.throwIfAborted()
    state = await reportNewWorks(database, context, state)
    for (const ids of chunksOf(await listNewOfLibrary(database.read), idsPerStep)) {
      await context.step(async (tx) => {
        await wantRecords(database, tx, ids)
        return { state }
      })
    }
  },
})

/** The last storage that is through; the last of the works from storages that was reported. */
const State = v.object({ after: v.number(), told: v.number() })
type State = v.InferOutput<typeof State>

/** A scan writes on its own: what it added is told of afterwards, also where it was cut short and gone on with. */
async function reportNewWorks(database: Database, context: PhaseContext, state: State): Promise<State> {
  const request = { since: context.job.startedAt.toISOString(), after: state.told }
  let at = state
  for (const works of chunksOf(await listNewOfFolders(database.read, request), idsPerStep)) {
    at = { ...at, told: works.at(-1)?.key ?? at.told }
    const items = works.map(({ id, name }): ReportedItem => ({ item: id, name, outcome: 'added' }))
    await context.step(async () => ({ state: at, items }))
  }
  return at
}

const idsPerStep = 500

/** Storages are places, not items: only those with trouble count. */
function troubleOf({ root, state, held }: ScannedStorage): ReportedItem[] {
  const named = { item: root, thing: 'storages' } as const
  if (state === 'failed') return [{ ...named, outcome: 'failed', reason: 'folderUnreadable' }]
  if (state !== 'mounted') return [{ ...named, outcome: 'failed', reason: 'notMounted' }]
  return held > 0 ? [{ ...named, outcome: 'skipped', reason: 'massLoss' }] : []
}

function lineOf({ root, state, works, added, missing }: ScannedStorage): string {
  if (state === 'lost') return `${root}: went away while it was read; ${added} files new, none taken for gone`
  return state === 'mounted'
    ? `${root}: ${works.found} works, ${works.added} of them new; ${added} files new, ${missing} gone`
    : `${root}: not looked at (${state})`
}
