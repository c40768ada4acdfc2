/**
 * Runs `move_in` tasks, which migrate another server or only rehearse it. After a crash, the task starts over and finds what it already
 * wrote.
 */
import { MoveOptions } from '@koedana/contract/server-import.ts'
import type { TaskItemKind, TaskOutcome } from '@koedana/contract/tasks.ts'
import type { AgeCategory } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { runDryRunOnCopy } from '../../db/dry-run.ts'
import type { Database } from '../../db/open.ts'
import { AppError } from '../../lib/app-error.ts'
import { newToken } from '../../lib/ids.ts'
import { CodedError } from '../../lib/messages/coded-error.ts'
import { createVault, type Vault } from '../../lib/vault.ts'
import { type BackgroundScans, scanStorages } from '../library/scan/background-scans.ts'
import type { Folders } from '../storage-admin/folders.ts'
import { type Counts, type Job, JobFailed, type RunKind } from '../tasks/run/job.ts'
import { importAudiobookshelf, importKikoeru, type MigrationOptions } from './import-old-server.ts'
import { MigrationRejected, type MigrationReport, type TableCounts } from './migration-report.ts'
import { admitOldServer, type OldServer, type OldUploads } from './old-server.ts'
import { readInProcess } from './read-old.ts'

export interface MoveSources {
  readonly database: Database
  readonly folders: Pick<Folders, 'admit'>
  readonly vault: Vault
  readonly scans: BackgroundScans
  readonly oldUploads: OldUploads
  readonly newAccountCeiling: () => AgeCategory
}

/** The checkpoint after the report was written. */
const reported = 'reported'

export const createMoveIn =
  (sources: MoveSources): RunKind =>
  async (job) => {
    if (job.checkpoint === reported) return
    if (job.checkpoint !== undefined) job.note('info', { code: 'import.resumed', values: {} })
    const options = v.parse(MoveOptions, job.options)
    const run = async () => {
      const old = await findOld(sources, options)
      const carry = (database: Database) => move(sources, { job, options, database, old })
      return options.dryRun ? runDryRunOnCopy(sources.database, carry) : carry(sources.database)
    }
    const report = await run().catch(async (cause: unknown) => {
      if (cause instanceof MigrationRejected) await refuse(job, cause, options.path ?? '')
      throw cause instanceof CodedError ? new JobFailed(cause.said) : cause
    })
    await writeReport(job, report, options.dryRun)
    if (!options.dryRun && options.upload !== undefined) await sources.oldUploads.remove(options.upload)
  }

/** Throws `MigrationRejected` if the server must not be read, or no longer exists. */
async function findOld(
  { folders, oldUploads }: MoveSources,
  { from, path, upload }: MoveOptions,
): Promise<OldServer> {
  if (path === undefined) {
    const uploaded = upload === undefined ? undefined : await oldUploads.find(upload)
    if (uploaded) return { path: from === 'kikoeru' ? uploaded.folder : uploaded.database }
    throw new MigrationRejected('databaseMissing', { code: 'import.uploadGone', values: {} })
  }
  return admitOldServer(folders, path).catch((cause: unknown) => {
    if (!(cause instanceof AppError)) throw cause
    throw new MigrationRejected('databaseMissing', { code: 'import.pathUnreadable', values: { path } }, cause)
  })
}

interface Moving {
  readonly job: Job
  readonly options: MoveOptions
  readonly database: Database
  readonly old: OldServer
}

function move(sources: MoveSources, { job, options, database, old }: Moving): Promise<MigrationReport> {
  const { from, dryRun, roots = [], names = [], scans = true, unknownAge = 'r18' } = options
  const shared = {
    ...watched(job),
    ...old,
    database,
    names: new Map(names.map(({ old: was, name }) => [was, name])),
  }
  if (from === 'audiobookshelf') return importAudiobookshelf(shared)
  return importKikoeru({
    ...shared,
    roots: new Map(roots.map(({ name, path }) => [name, path])),
    admit: sources.folders.admit,
    unknownAge,
    // A rehearsal encrypts with a random key, since nothing is kept.
    vault: dryRun ? createVault(newToken()) : sources.vault,
    ceiling: options.ceiling ?? sources.newAccountCeiling(),
    scan: dryRun || !scans ? undefined : ({ key }) => scan(sources, job, key),
  })
}

async function scan({ database, scans }: MoveSources, job: Job, key: number): Promise<boolean> {
  const { signal, at: onFolder, waitFor: onWait } = job
  const scanned = scanStorages({ database, scans, only: [key], signal, onFolder, onWait })
  let isThere = false
  for await (const { state } of scanned) isThere = state === 'mounted'
  job.signal.throwIfAborted()
  return isThere
}

/** Records each phase as it starts. Every read of the clock also checks whether the task was canceled. */
function watched(job: Job): Pick<MigrationOptions, 'now' | 'onStep' | 'onRows' | 'readOld'> {
  let total: number | undefined
  return {
    now: () => {
      job.signal.throwIfAborted()
      return job.now()
    },
    readOld: readInProcess(job.signal),
    onRows: (rows) => {
      total = rows.total ?? total
      if (rows.more !== undefined) job.advance(rows.more)
    },
    onStep: async (phase, name) => {
      if (name !== undefined) job.at(name)
      await job.step(async () => ({ phase, checkpoint: phase, ...(total !== undefined && { total }) }))
    },
  }
}

/** Records why the database was not read, without any counts. */
const refuse = (job: Job, { reason }: MigrationRejected, path: string) =>
  job.step(async () => ({
    phase: 'reading',
    checkpoint: reported,
    items: [{ item: path, thing: 'files', outcome: 'failed', reason }],
  }))

/** Maps each table of an old server to what its rows are. */
const things: Readonly<Record<string, TaskItemKind>> = {
  rootFolders: 'storages',
  t_work: 'works',
  t_user: 'accounts',
  t_review: 'marks',
  t_work_user_state: 'marks',
  t_play_histroy: 'positions',
  t_play_history: 'positions',
  t_track_progress: 'positions',
  mediaProgresses: 'positions',
  t_playlist: 'playlists',
  t_work_collection: 'playlists',
  t_playlist_item: 'playlistItems',
  t_work_collection_item: 'playlistItems',
  t_bookmark: 'bookmarks',
  bookmarks: 'bookmarks',
}

const thingOf = (table: string): TaskItemKind => things[table] ?? 'lines'

/** Maximum unmatched rows in the report; the counts are exact. */
const maxItems = 20_000

/** Writes the report in one step, so that it is complete or absent. */
async function writeReport(job: Job, report: MigrationReport, isDry: boolean): Promise<void> {
  const { tables, unmatched, notes } = report
  for (const note of notes) job.note('info', note)
  if (unmatched.length > maxItems) job.note('info', { code: 'import.firstRows', values: { max: maxItems } })
  const read = Object.values(tables).reduce((sum, counts) => sum + counts.read, 0)
  await job.step(async () => ({
    phase: 'ownData',
    checkpoint: reported,
    total: read,
    done: read,
    counts: countsOf(tables, isDry ? 'planned' : 'added'),
    items: unmatched.slice(0, maxItems).map(({ table, name, reason, old }) => ({
      item: name,
      name: old ?? null,
      thing: thingOf(table),
      outcome: 'skipped' as const,
      reason,
    })),
  }))
}

function countsOf(tables: MigrationReport['tables'], came: TaskOutcome): Counts {
  const counts: Record<string, number> = {}
  const columns: readonly (readonly [Exclude<keyof TableCounts, 'read'>, TaskOutcome])[] = [
    ['carried', came],
    ['present', 'unchanged'],
    ['unmatched', 'skipped'],
  ]
  for (const [table, row] of Object.entries(tables)) {
    const thing = thingOf(table)
    for (const [column, outcome] of columns) {
      const key = thing === 'works' ? outcome : `${thing}.${outcome}`
      counts[key] = (counts[key] ?? 0) + row[column]
    }
  }
  return counts
}
