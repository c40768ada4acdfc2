/**
 * Skips works that are unchanged since a scan ingested them completely and without faults: they are recognized by a signature of their
 * files' facts, and their rows are not read (ADR 0038). The facts of every file are still read, since a folder does not show that a file
 * in it was written.
 */
import { createHash } from 'node:crypto'
import { writeInTurn } from '../../../db/changes.ts'
import { chunksOf } from '../../../db/statements.ts'
import { audioFormatOf } from '../media/formats.rules.ts'
import type { WorkFolder } from './group.rules.ts'
import type { IngestedWork } from './ingest-works.ts'
import { hashId } from './known-files.ts'
import type { RecordedFaults, Scan } from './scan.ts'
import {
  countWorkRows,
  deleteScannedWorks,
  listScannedWorks,
  type ScannedWorkRow,
  saveScannedWorks,
  type WorkRowCounts,
} from './scanned-works.store.ts'
import { readerVersionOf } from './tracks.rules.ts'

export interface ScanPartition {
  readonly unchanged: readonly IngestedWork[]
  readonly rest: readonly WorkFolder[]
  /** Saves the signatures of inspected works that were ingested completely. */
  readonly keep: (taken: readonly IngestedWork[], faults: RecordedFaults) => Promise<void>
}

/** Separates unchanged works from those to inspect. */
export async function filterUnchanged(scan: Scan, works: readonly WorkFolder[]): Promise<ScanPartition> {
  const { database, storageKey } = scan
  const known = await listScannedWorks(database.write, storageKey)
  const held =
    known.size > 0 ? await countWorkRows(database.read, storageKey) : new Map<number, WorkRowCounts>()
  const unchanged: IngestedWork[] = []
  const rest: WorkFolder[] = []
  const states = new Map<WorkFolder, WorkState>()
  for (const work of works) {
    const state = await computeState(scan, work)
    const row = state && known.get(state.id)
    if (state) known.delete(state.id)
    if (state && row && isUnchanged(scan, { row, state, held: held.get(row.work_key) })) {
      unchanged.push({ key: row.work_key, work, isChanged: false })
      countUnchanged(scan, state)
      scan.onWork?.(work.folder)
      continue
    }
    rest.push(work)
    if (state) states.set(work, state)
  }
  if (unchanged.length > 0) scan.report(`${unchanged.length} of ${works.length} works are as they were`)
  // The rows that remain belong to missing or changed works.
  const keep: ScanPartition['keep'] = (taken, faults) =>
    saveStates(scan, { taken, faults, states, gone: [...known.keys()] })
  return { unchanged, rest, keep }
}

interface WorkState {
  readonly id: string
  /** Hash of everything from which a scan derives rows. */
  readonly signature: string
  readonly sounds: number
}

async function computeState(scan: Scan, work: WorkFolder): Promise<WorkState | undefined> {
  const { id, title, folder, others } = work
  let text = JSON.stringify([id, title, folder, others])
  let sounds = 0
  for (const path of work.paths()) {
    const looked = scan.factsOf(path)
    const facts = looked instanceof Promise ? await looked : looked
    if (!facts) return undefined
    const format = audioFormatOf(path)
    if (format !== undefined) sounds += 1
    const read = format === undefined ? 0 : readerVersionOf(format)
    const hash = facts.hash === undefined ? '' : ` ${facts.hash}`
    text += `${path}\n${facts.sizeBytes} ${facts.modifiedAt} ${facts.changedMs} ${read}${hash}\n`
  }
  const signature = createHash('sha256').update(text).digest().toString('base64url', 0, 16)
  return { id: hashId(['work', folder, id ?? '']), signature, sounds }
}

interface StateComparison {
  readonly row: ScannedWorkRow
  readonly state: WorkState
  readonly held: WorkRowCounts | undefined
}

/** A clean-up task, the trash, or another storage with a part of the work may also change rows, so their numbers are compared too. */
const isUnchanged = ({ elsewhere }: Scan, { row, state, held }: StateComparison): boolean =>
  row.signature === state.signature &&
  held !== undefined &&
  row.held === formatCounts(held) &&
  !elsewhere.has(row.work_key)

const formatCounts = ({ tracks, trashed, files, texts }: WorkRowCounts): string =>
  [tracks, trashed, files, texts].join(' ')

function countUnchanged({ tally, knownFiles }: Scan, { sounds }: WorkState): void {
  tally.found += sounds
  tally.unchanged += sounds
  knownFiles.countFound(sounds)
}

interface StatesToSave {
  readonly taken: readonly IngestedWork[]
  readonly faults: RecordedFaults
  readonly states: ReadonlyMap<WorkFolder, WorkState>
  /** IDs of works whose signatures are deleted. */
  readonly gone: readonly string[]
}

async function saveStates(scan: Scan, { taken, faults, states, gone }: StatesToSave): Promise<void> {
  const { database, storageKey } = scan
  if (taken.length > 0) {
    const held = await countWorkRows(database.read, storageKey)
    for (const some of chunksOf(taken, rowsPerTransaction)) {
      const rows = some.flatMap(({ key, work }) => {
        const state = states.get(work)
        const now = held.get(key)
        const isKept = state && now && isComplete(state, now) && !hasFault(faults, work)
        return isKept ? [rowOf(storageKey, { key, state, held: now })] : []
      })
      await writeInTurn(database.write, (tx) => saveScannedWorks(tx, rows))
    }
  }
  if (gone.length > 0) await writeInTurn(database.write, (tx) => deleteScannedWorks(tx, storageKey, gone))
}

/** Not complete if a sound file did not become a track. Works with trashed tracks are inspected again as well. */
const isComplete = (state: WorkState, held: WorkRowCounts): boolean =>
  state.sounds === held.tracks && held.trashed === 0

const hasFault = (faults: RecordedFaults, work: WorkFolder): boolean =>
  faults.isAny() && (faults.has(work.folder) || work.paths().some(faults.has))

const rowOf = (
  storageKey: number,
  { key, state, held }: { readonly key: number; readonly state: WorkState; readonly held: WorkRowCounts },
): ScannedWorkRow => ({
  storage_key: storageKey,
  id: state.id,
  work_key: key,
  signature: state.signature,
  held: formatCounts(held),
})

/** Rows per transaction, so that others need not wait long for the database. */
const rowsPerTransaction = 500
