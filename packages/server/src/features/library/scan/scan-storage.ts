/**
 * Takes in a folder: walk, group, inspect, save, tell what is gone, covers. Each phase is a file beside this one.
 * Running it again on the same files changes nothing; what cannot be read is told and never taken for deleted.
 */
import { readdirSync, realpathSync } from 'node:fs'
import type { Db } from '../../../db/schema.ts'
import { audioFormatOf } from '../media/formats.rules.ts'
import type { TrackRow } from '../media/tracks.store.ts'
import { claimWorks } from './claim-works.ts'
import { collectFaults, type Faults } from './faults.ts'
import { type Grouped, groupWorks } from './group.rules.ts'
import { createLedger } from './ledger.ts'
import { changeFiles } from './library-state.ts'
import {
  listStorageTracks,
  listWorkKeysElsewhere,
  markMissing,
  maxListed,
  saveScanned,
  saveStorage,
} from './scan.store.ts'
import type { Scan, ScanInput, ScanSummary } from './scan.ts'
import { takeInArchives } from './take-in-archives.ts'
import { takeInCovers } from './take-in-covers.ts'
import { takeInWorks } from './take-in-works.ts'
import { tell } from './tell.ts'
import { type Walked, walk } from './walk.ts'

export async function scanStorage(given: ScanInput): Promise<ScanSummary> {
  const root = findRoot(given.root)
  const faults = collectFaults()
  const walked = root === undefined ? undefined : walk(root, faults)
  if (root === undefined || walked === undefined || isEmpty(walked)) {
    return tell(given, { ...nothing, rootMissing: true })
  }
  const input = { ...given, root }
  const grouped = groupWorks(walked.tree)
  const { scan, works } = await prepare(input, { walked, grouped, faults })
  const { taken, added } = await takeInWorks(scan, works)
  const archived = await takeInArchives(scan, grouped.archives)
  await dropGone(scan)
  const covers = await takeInCovers(scan, taken)
  await saveScanned(scan.database.write, scan.storageKey, scan.now())
  return tell(scan, {
    rootMissing: false,
    works: { found: works.length, added: added + archived },
    tracks: scan.tally,
    covers,
    archives: grouped.archives,
    faults: faults.list(),
    faultCount: faults.count(),
  })
}

const nothing = {
  works: { found: 0, added: 0 },
  tracks: { found: 0, added: 0, changed: 0, moved: 0, unchanged: 0, missing: 0 },
  covers: 0,
  archives: [],
  faults: [],
  faultCount: 0,
} satisfies Omit<ScanSummary, 'rootMissing'>

function findRoot(path: string): string | undefined {
  try {
    const real = realpathSync(path)
    return readdirSync(real).length > 0 ? real : undefined
  } catch {
    return undefined
  }
}

/** An empty folder may be a mount that failed. */
const isEmpty = ({ tree }: Walked) => tree.files.length === 0 && tree.folders.length === 0

/** Knows the storage and its files, and decides which folders are whose. */
async function prepare(
  input: ScanInput,
  { walked, grouped, faults }: { walked: Walked; grouped: Grouped; faults: Faults },
) {
  const { database, root, unknownAge } = input
  const storageKey = await saveStorage(database.write, { root, unknownAge })
  const rows = await listStorageTracks(database.write, storageKey)
  const known = new Set(rows.filter(isHere).map(({ path }) => path))
  const elsewhere = await listWorkKeysElsewhere(database.write, storageKey)
  const works = claimWorks(grouped.works, { isKnown: (path) => known.has(path), elsewhere, faults })
  const seen = new Set(works.flatMap(({ paths }) => paths.filter(audioFormatOf)))
  const ledger = createLedger(storageKey, rows, (path) => seen.has(path) || walked.isUnreadable(path))
  const tally = { ...nothing.tracks }
  return { scan: { ...input, storageKey, ledger, faults, tally } satisfies Scan, works }
}

const isHere = (row: TrackRow) => row.missing_at === null

/** Phase 5. A root that went away while it was read must not empty the library. */
async function dropGone({ root, database, ledger, tally, now }: Scan): Promise<void> {
  const gone = ledger.gone().filter(isHere)
  if (gone.length === 0 || findRoot(root) === undefined) return
  for (let start = 0; start < gone.length; start += maxListed) {
    const batch = gone.slice(start, start + maxListed)
    const ids = batch.map(({ id }) => id)
    const write = (tx: Db) => markMissing(tx, ids, now())
    await changeFiles(database.write, {
      keys: [...new Set(batch.map((row) => row.work_key))],
      now: now(),
      write,
    })
  }
  tally.missing = gone.length
}
