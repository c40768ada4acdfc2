/**
 * Skips works that are unchanged since a scan ingested them completely and without faults: they are recognized by a signature of their
 * files' facts, and their rows are not read (ADR 0038). The facts of every file are still read, since a folder does not show that a file
 * in it was written.
 */
import { createHash } from 'node:crypto'
import { writeTogether } from '../../../db/changes.ts'
import { chunksOf } from '../../../db/statements.ts'
import { audioFormatOf } from '../media/formats.rules.ts'
import type { FoundWork } from './group.rules.ts'
import type { TakenWork } from './ingest-works.ts'
import { idOf } from './known-files.ts'
import type { Scan, WatchedFaults } from './scan.ts'
import {
  deleteScannedWorks,
  type HeldRows,
  listHeldRows,
  listScannedWorks,
  type ScannedWorkRow,
  saveScannedWorks,
} from './scanned-works.store.ts'
import { readAsOf } from './tracks.rules.ts'

export interface SiftedWorks {
  readonly unchanged: readonly TakenWork[]
  readonly rest: readonly FoundWork[]
  /** Saves the signatures of inspected works that were ingested completely. */
  readonly keep: (taken: readonly TakenWork[], faults: WatchedFaults) => Promise<void>
}

/** Separates unchanged works from those to inspect. */
export async function siftWorks(scan: Scan, works: readonly FoundWork[]): Promise<SiftedWorks> {
  const { database, storageKey } = scan
  const known = await listScannedWorks(database.write, storageKey)
  const held = known.size > 0 ? await listHeldRows(database.read, storageKey) : new Map<number, HeldRows>()
  const unchanged: TakenWork[] = []
  const rest: FoundWork[] = []
  const states = new Map<FoundWork, WorkState>()
  for (const work of works) {
    const state = await stateOf(scan, work)
    const row = state && known.get(state.id)
    if (state) known.delete(state.id)
    if (state && row && isUnchanged(scan, { row, state, held: held.get(row.work_key) })) {
      unchanged.push({ key: row.work_key, work, isChanged: false })
      count(scan, state)
      scan.onWork?.(work.folder)
      continue
    }
    rest.push(work)
    if (state) states.set(work, state)
  }
  if (unchanged.length > 0) scan.report(`${unchanged.length} of ${works.length} works are as they were`)
  // The rows that remain belong to missing or changed works.
  const keep: SiftedWorks['keep'] = (taken, faults) =>
    keepStates(scan, { taken, faults, states, gone: [...known.keys()] })
  return { unchanged, rest, keep }
}

interface WorkState {
  readonly id: string
  /** Hash of everything from which a scan derives rows. */
  readonly signature: string
  readonly sounds: number
}

async function stateOf(scan: Scan, work: FoundWork): Promise<WorkState | undefined> {
  const { id, title, folder, others } = work
  let text = JSON.stringify([id, title, folder, others])
  let sounds = 0
  for (const path of work.paths()) {
    const looked = scan.factsOf(path)
    const facts = looked instanceof Promise ? await looked : looked
    if (!facts) return undefined
    const format = audioFormatOf(path)
    if (format !== undefined) sounds += 1
    const read = format === undefined ? 0 : readAsOf(format)
    const hash = facts.hash === undefined ? '' : ` ${facts.hash}`
    text += `${path}\n${facts.sizeBytes} ${facts.modifiedAt} ${facts.changedMs} ${read}${hash}\n`
  }
  const signature = createHash('sha256').update(text).digest().toString('base64url', 0, 16)
  return { id: idOf(['work', folder, id ?? '']), signature, sounds }
}

interface Compared {
  readonly row: ScannedWorkRow
  readonly state: WorkState
  readonly held: HeldRows | undefined
}

/** A clean-up task, the trash, or another storage with a part of the work may also change rows, so their numbers are compared too. */
const isUnchanged = ({ elsewhere }: Scan, { row, state, held }: Compared): boolean =>
  row.signature === state.signature &&
  held !== undefined &&
  row.held === textOf(held) &&
  !elsewhere.has(row.work_key)

const textOf = ({ tracks, trashed, files, texts }: HeldRows): string =>
  [tracks, trashed, files, texts].join(' ')

function count({ tally, knownFiles }: Scan, { sounds }: WorkState): void {
  tally.found += sounds
  tally.unchanged += sounds
  knownFiles.countFound(sounds)
}

interface Kept {
  readonly taken: readonly TakenWork[]
  readonly faults: WatchedFaults
  readonly states: ReadonlyMap<FoundWork, WorkState>
  /** IDs of works whose signatures are deleted. */
  readonly gone: readonly string[]
}

async function keepStates(scan: Scan, { taken, faults, states, gone }: Kept): Promise<void> {
  const { database, storageKey } = scan
  if (taken.length > 0) {
    const held = await listHeldRows(database.read, storageKey)
    for (const some of chunksOf(taken, atOnce)) {
      const rows = some.flatMap(({ key, work }) => {
        const state = states.get(work)
        const now = held.get(key)
        const isKept = state && now && isWhole(state, now) && !hasFault(faults, work)
        return isKept ? [rowOf(storageKey, { key, state, held: now })] : []
      })
      await writeTogether(database.write, (tx) => saveScannedWorks(tx, rows))
    }
  }
  if (gone.length > 0) await writeTogether(database.write, (tx) => deleteScannedWorks(tx, storageKey, gone))
}

/** Not complete if a sound file did not become a track. Works with trashed tracks are inspected again as well. */
const isWhole = (state: WorkState, held: HeldRows): boolean =>
  state.sounds === held.tracks && held.trashed === 0

const hasFault = (faults: WatchedFaults, work: FoundWork): boolean =>
  faults.isAny() && (faults.has(work.folder) || work.paths().some(faults.has))

const rowOf = (
  storageKey: number,
  { key, state, held }: { readonly key: number; readonly state: WorkState; readonly held: HeldRows },
): ScannedWorkRow => ({
  storage_key: storageKey,
  id: state.id,
  work_key: key,
  signature: state.signature,
  held: textOf(held),
})

/** Rows per transaction, so that others need not wait long for the database. */
const atOnce = 500
