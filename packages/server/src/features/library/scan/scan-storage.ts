/**
 * Scans a storage: walk, group, inspect, save, mark missing files, covers. Each phase has its own file in this folder. Scanning the same
 * files again changes nothing; unreadable files are reported and never treated as deleted.
 */
import { rmSync } from 'node:fs'
import type { Db } from '../../../db/schema.ts'
import { chunksOf } from '../../../db/statements.ts'
import { temporaryFolder } from '../../../lib/temporary-folders.ts'
import { withArchives } from '../../storages/archives/archive-storage.ts'
import { createExtractionCache } from '../../storages/archives/extraction-cache.ts'
import { StorageError } from '../../storages/storage.ts'
import { deleteStrayTexts } from '../lyrics/lyrics.store.ts'
import { audioFormatOf } from '../media/formats.rules.ts'
import { deleteStrayFiles } from '../media/work-files.store.ts'
import { openArchives } from './archives.ts'
import { claimWorks, contestedWorks } from './claim-works.ts'
import { openWorkKeys } from './findings/findings.rules.ts'
import { saveFindings } from './findings/save-findings.ts'
import { applyDecisions, type DecidedFolders } from './findings/settle-folders.ts'
import { type FoundArchive, type FoundFolder, unplayablePaths, type WorkFolder } from './group.rules.ts'
import { deleteMissingArchives, ingestArchives } from './ingest-archives.ts'
import { ingestCovers } from './ingest-covers.ts'
import { type IngestedWork, ingestWorks } from './ingest-works.ts'
import { indexKnownFiles } from './known-files.ts'
import { changeFiles } from './library-state.ts'
import { type ListedStorage, openListedStorage } from './listings/listed-storage.ts'
import { reportSummary, toLastScan } from './report-summary.ts'
import { findTracksAt, listWorkKeysElsewhere, markMissing, maxListLength } from './scan.store.ts'
import { collectFaults, recordFaults, type Scan, type ScanInput, type ScanSummary } from './scan.ts'
import { findLimits } from './scan-limits.ts'
import { openScannedRoot, type ScannedRoot } from './scanned-root.ts'
import { openStorageSounds } from './sounds/storage-sounds.ts'
import { createMountCheck, StorageLostError } from './storage-mark.ts'
import { isMassLoss, type RootInspection, type StorageState } from './storage-state.rules.ts'
import { withWaits } from './storage-waits.ts'
import { findKnownStorage, findMarker, saveLastScan, saveScanned, saveStorage } from './storages.store.ts'
import { filterUnchanged } from './unchanged-works.ts'
import { type WalkedTree, walk } from './walk.ts'

export async function scanStorage(given: ScanInput): Promise<ScanSummary> {
  const listed = await openRemote(given)
  const base = listed === 'away' ? undefined : openScannedRoot(given.root, listed?.storage)
  const summary = await scanRoot(given, base)
  if (summary.state === 'mounted' && listed !== 'away') await listed?.finish()
  const last = toLastScan(summary, given.now())
  await saveLastScan(given.database.write, base?.root ?? given.root, last)
  return summary
}

/** Opens a network storage with its cached listings; undefined for a local folder. */
async function openRemote({
  database,
  remote,
  root,
  now,
  acceptsLoss,
  onWait,
}: ScanInput): Promise<ListedStorage | 'away' | undefined> {
  if (!remote) return undefined
  try {
    return await openListedStorage(withWaits(remote, { onWait }), {
      db: database.write,
      root,
      now: now(),
      isWhole: acceptsLoss === true,
    })
  } catch (error) {
    if (error instanceof StorageError) return 'away'
    throw error
  }
}

async function scanRoot(given: ScanInput, base: ScannedRoot | undefined): Promise<ScanSummary> {
  const seen = await base?.inspect()
  const faults = collectFaults()
  // If the root cannot be listed, every folder below it would only wait for the same storage again.
  const isListed = seen?.names !== undefined
  const walked =
    base && isListed ? await walk(base.storage, faults, await findLimits(given, base.root)) : undefined
  const state = await determineState(given, base, { seen, walked })
  if (!base || !seen || !walked || state !== 'mounted') {
    return reportSummary(given, { ...emptySummary, state: state === 'emptied' ? state : 'notMounted' })
  }
  const holdOn = createMountCheck(base.inspect, seen)
  const { root } = base
  const { unpackedFolder = temporaryFolder('scan') } = given
  const storage = withArchives(
    base.storage,
    createExtractionCache(unpackedFolder, { maxBytes: maxExtractedBytes }),
  )
  const storageKey = await findOrSaveStorage(given, root)
  if (storageKey === undefined) return reportSummary(given, { ...emptySummary, state: 'lost' })
  const unpacked = await openArchives({ db: given.database.write, storageKey, storage, walked, faults })
  for (const path of unplayablePaths(unpacked.tree)) faults.add(path, 'formatUnplayable')
  const settled = await applyDecisions({ db: given.database.write, storageKey, walked: unpacked })
  const sounds = openStorageSounds({ storage, walked: unpacked, options: given.soundReader })
  const { scan, works } = await prepareScan(
    { ...given, root },
    { storage, storageKey, walked: unpacked, settled, faults, holdOn, sounds },
  )
  try {
    return reportSummary(scan, await ingestAll(scan, works, { tree: unpacked.tree, settled, base }))
  } catch (error) {
    if (!(error instanceof StorageLostError)) throw error
    return reportSummary(scan, { ...emptySummary, state: 'lost', tracks: scan.tally })
  } finally {
    await sounds.close()
    rmSync(unpackedFolder, { recursive: true, force: true })
  }
}

/** Limit of the temporary folder into which archived tracks are extracted for reading. */
const maxExtractedBytes = 4 * 1024 ** 3

/** Returns undefined if the storage was removed during the walk. */
function findOrSaveStorage(
  { database, root: known, unknownAge, isKnown }: ScanInput,
  root: string,
): Promise<number | undefined> {
  const storage = { root, unknownAge }
  return isKnown ? findKnownStorage(database.write, known, storage) : saveStorage(database.write, storage)
}

interface IngestSources {
  readonly tree: FoundFolder
  readonly settled: DecidedFolders
  readonly base: ScannedRoot
}

async function ingestAll(
  scan: Scan,
  works: readonly WorkFolder[],
  { tree, settled, base }: IngestSources,
): Promise<ScanSummary> {
  const { database, root, faults, tally, holdOn } = scan
  const { archives } = settled.grouped
  const sifted = await filterUnchanged(scan, works)
  const watched = recordFaults(faults)
  const ingested = await ingestWorks({ ...scan, faults: watched.faults }, sifted.rest, sifted.unchanged)
  const taken = [...sifted.unchanged, ...ingested.taken]
  const archived = await ingestArchives(scan, archives)
  const lost = await markMissingFiles(scan, archives)
  await saveFindings(scan, { tree, settled, taken })
  const covers = await ingestCovers(scan, taken)
  await holdOn()
  await sifted.keep(ingested.taken, watched)
  // If too many files are missing, the folder may be on another disk, so its marker is not updated.
  const marker = tally.held > 0 ? await findMarker(database.write, root) : await base.mark()
  await saveScanned(database.write, scan.storageKey, { now: scan.now(), marker })
  return {
    state: 'mounted',
    works: { found: works.length, ...countWorks(scan, { taken, lost, added: ingested.added + archived }) },
    tracks: tally,
    covers,
    archives,
    faults: faults.list(),
    faultCount: faults.count(),
  }
}

const emptySummary = {
  works: { found: 0, added: 0, changed: 0, missing: 0 },
  tracks: { found: 0, added: 0, changed: 0, moved: 0, unchanged: 0, missing: 0, held: 0 },
  covers: 0,
  archives: [],
  faults: [],
  faultCount: 0,
} satisfies Omit<ScanSummary, 'state'>

/** Determines the state of the root. If the caller accepts losses, a folder with entries or an emptied one counts as mounted. */
async function determineState(
  { database, acceptsLoss }: ScanInput,
  base: ScannedRoot | undefined,
  { seen, walked }: { seen: RootInspection | undefined; walked: WalkedTree | undefined },
): Promise<StorageState> {
  if (!base || !seen || !walked || walked.isUnreadable('')) return 'notMounted'
  // A root that contains only broken links counts as empty.
  const names = seen.names && isEmptyTree(walked) ? [] : seen.names
  const state = base.stateOf({ ...seen, names }, await findMarker(database.write, base.root))
  const isBelieved = acceptsLoss && (state === 'emptied' || (names !== undefined && names.length > 0))
  return isBelieved ? 'mounted' : state
}

const isEmptyTree = ({ tree }: WalkedTree) => tree.files.length === 0 && tree.folders.length === 0

async function prepareScan(
  input: ScanInput,
  {
    storage,
    storageKey,
    walked,
    settled: { grouped, known: findings },
    faults,
    holdOn,
    sounds,
  }: Pick<Scan, 'storage' | 'storageKey' | 'faults' | 'holdOn' | 'sounds'> & {
    readonly walked: WalkedTree
    readonly settled: DecidedFolders
  },
) {
  const { database } = input
  const elsewhere = await listWorkKeysElsewhere(database.write, storageKey)
  const contested = contestedWorks(grouped.works)
  const known = await findPresentPaths(database.write, storageKey, contested)
  const works = claimWorks(grouped.works, (path) => known.has(path))
  const { isUnreadable, factsOf, refOf, openedArchives } = walked
  let seen: ReadonlySet<string> | undefined
  const isHere = (path: string) => {
    seen ??= new Set(works.flatMap(({ paths }) => paths().filter(audioFormatOf)))
    return seen.has(path) || isUnreadable(path)
  }
  const knownFiles = await indexKnownFiles({ db: database.write, storageKey, isHere })
  const tally = { ...emptySummary.tracks }
  const of = { storage, isUnreadable, factsOf, refOf, openedArchives, holdOn, sounds }
  const dismissed = new Set(grouped.ignored.flatMap(({ paths }) => paths()))
  const isDismissed = (path: string) => dismissed.has(path)
  const takenFor = openWorkKeys(findings)
  return {
    scan: {
      ...input,
      ...of,
      storageKey,
      knownFiles,
      faults,
      tally,
      isDismissed,
      takenFor,
      elsewhere,
      forsaken: new Set<number>(),
    } satisfies Scan,
    works,
  }
}

async function findPresentPaths(
  db: Db,
  storageKey: number,
  works: readonly WorkFolder[],
): Promise<ReadonlySet<string>> {
  const here = new Set<string>()
  for (const paths of chunksOf(
    works.flatMap((work) => work.paths()),
    maxListLength,
  )) {
    for (const { path, missing_at } of await findTracksAt(db, storageKey, paths))
      if (missing_at === null) here.add(path)
  }
  return here
}

/** Phase 5. Neither a root that went away while it was read nor a disk that lost its half must empty the library. */
async function markMissingFiles(scan: Scan, archives: readonly FoundArchive[]): Promise<ReadonlySet<number>> {
  await scan.holdOn()
  const lost = await markMissingTracks(scan)
  await deleteMissingArchives(scan, archives)
  await deleteStrayTexts(scan.database.write, scan.storageKey)
  await deleteStrayFiles(scan.database.write, scan.storageKey)
  return lost
}

/** Returns the works that files were marked missing of. */
async function markMissingTracks(scan: Scan): Promise<ReadonlySet<number>> {
  const { database, knownFiles, tally, now } = scan
  const all = await knownFiles.gone()
  // Files that an administrator chose to ignore do not count toward the mass loss.
  const [dismissed = [], lost = []] = [true, false].map((is) =>
    all.filter(({ path }) => scan.isDismissed(path) === is),
  )
  const works = new Set(lost.map((row) => row.work_key)).size
  const isHeld = !scan.acceptsLoss && isMassLoss({ lost: lost.length, total: knownFiles.known, works })
  if (isHeld) tally.held = lost.length
  const gone = isHeld ? dismissed : all
  for (const { work_key } of dismissed) scan.forsaken.add(work_key)
  for (const batch of chunksOf(gone, maxListLength)) {
    const ids = batch.map(({ id }) => id)
    const write = (tx: Db) => markMissing(tx, ids, now())
    await changeFiles(database.write, {
      keys: [...new Set(batch.map((row) => row.work_key))],
      now: now(),
      write,
    })
  }
  tally.missing = gone.length
  return new Set(gone.map(({ work_key }) => work_key))
}

interface ScannedWorks {
  readonly taken: readonly IngestedWork[]
  /** The works that files were marked missing of. */
  readonly lost: ReadonlySet<number>
  readonly added: number
}

/** Counts each work once. */
function countWorks({ elsewhere }: Scan, { taken, lost, added }: ScannedWorks) {
  const here = new Set(taken.map(({ key }) => key))
  const changed = new Set(
    taken.filter(({ key, isChanged }) => isChanged || lost.has(key)).map(({ key }) => key),
  )
  const missing = [...lost].filter((key) => !here.has(key) && !elsewhere.has(key))
  return { added, changed: Math.max(0, changed.size - added), missing: missing.length }
}
