/** Scans every storage; works that are there by now and were never asked for are wanted. */
import * as v from 'valibot'
import { chunksOf } from '../../../../db/chunks.ts'
import type { Database } from '../../../../db/open.ts'
import type { BackgroundScans } from '../../../library/scan/background-scans.ts'
import { type ScannedStorage, scanStorages } from '../../../library/scan/scan-storages.ts'
import { wantRecords } from '../../../metadata/upkeep/records.store.ts'
import type { ReportedItem } from '../../job.ts'
import type { Phase } from '../course.ts'
import { reportOf } from '../report.rules.ts'
import { listUnaskedOfLibrary } from './library-works.store.ts'

export interface StorageSources {
  readonly database: Database
  readonly scans: BackgroundScans
}

export const storages = ({ database, scans }: StorageSources): Phase => ({
  name: 'storages',
  run: async (stage) => {
    const { job } = stage
    if (stage.only?.length === 0) return
    let after = v.is(State, stage.state) ? stage.state.after : -1
    const asked = { db: database.read, scans, after, signal: job.signal, now: job.now() }
    for await (const storage of scanStorages(asked)) {
      after = storage.key
      job.note('info', lineOf(storage))
      await stage.step(async () => ({ state: { after }, ...reportOf(troubleOf(storage)) }))
    }
    job.signal.throwIfAborted()
    for (const ids of chunksOf(await listUnaskedOfLibrary(database.read), idsPerStep)) {
      await stage.step(async (tx) => {
        await wantRecords(database, tx, ids)
        return { state: { after } }
      })
    }
  },
})

/** Of the storages that are through the last one. */
const State = v.object({ after: v.number() })

const idsPerStep = 500

/** Storages are places, not items: only those with trouble count. */
function troubleOf({ root, state, held }: ScannedStorage): ReportedItem[] {
  if (state === 'failed') return [{ item: root, outcome: 'failed', reason: 'folderUnreadable' }]
  if (state !== 'mounted') return [{ item: root, outcome: 'failed', reason: 'notMounted' }]
  return held > 0 ? [{ item: root, outcome: 'skipped', reason: 'massLoss' }] : []
}

const lineOf = ({ root, state, works, added, missing }: ScannedStorage) =>
  state === 'mounted'
    ? `${root}: ${works.found} works, ${works.added} of them new; ${added} files new, ${missing} gone`
    : `${root}: not looked at (${state})`
