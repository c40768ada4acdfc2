/** Runs scans in a worker thread, one after the other, so that a large folder never delays requests. */

import { rm } from 'node:fs/promises'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { Proxies } from '@koedana/contract/site-settings.ts'
import type { TaskWait } from '@koedana/contract/tasks.ts'
import type { AgeCategory } from '@koedana/contract/values.ts'
import type { Database, DatabaseLocation } from '../../../db/open.ts'
import type { Db } from '../../../db/schema.ts'
import type { Log } from '../../../lib/log.ts'
import { temporaryFolder } from '../../../lib/temporary-folders.ts'
import type { Vault } from '../../../lib/vault.ts'
import { smallYoungHeap } from '../../../lib/young-heap.ts'
import { serveDriveAccess } from '../../storages/drives/access-port.ts'
import type { DriveAccess } from '../../storages/drives/drive.ts'
import { type DecryptedStorage, decryptStorage, type StorageLocation } from '../../storages/open-storages.ts'
import type { Fault, ScanSummary } from './scan.ts'
import type { StorageState } from './storage-state.rules.ts'
import { isStorageRemoved, listStorages, type StorageFolder, saveLastScan } from './storages.store.ts'

export interface BackgroundScans {
  /** Returns undefined if the scan was aborted or the server is closing; rejects if the thread failed. */
  readonly scan: (folder: ScanTarget, wishes?: ScanRunOptions) => Promise<ScanSummary | undefined>
  readonly vault: Vault
  /** Resolves when no scan is running or queued. */
  readonly idle: () => Promise<void>
  /** Stops the current scan. The next one continues where it stopped. */
  readonly close: () => Promise<void>
}

export interface ScanTarget {
  readonly root: string
  /** The storage existed when the scan was requested. If it was removed since, the scan must not add it again. */
  readonly isKnown?: boolean
  /** Age category for works that no source knows. */
  readonly unknownAge: AgeCategory
  /** Whether a person confirmed that all missing files are deleted, and that this is the right folder despite its mark. */
  readonly acceptsLoss?: boolean
  /** A network storage with its decrypted secret, which must not leave the memory of the thread. */
  readonly remote?: DecryptedStorage | undefined
}

interface ScanRunOptions {
  readonly signal?: AbortSignal
  /** Fixed time for the whole scan; by default the clock is used. */
  readonly now?: Date
  /** Called with the folder of each work, relative to the root, before it is inspected. */
  readonly onWork?: (folder: string) => void
  /** Called when a scan begins to wait for its storage, and with undefined when it continues. */
  readonly onWait?: ((wait: TaskWait | undefined) => void) | undefined
}

export interface ScanSources {
  readonly vault: Vault
  readonly location: DatabaseLocation
  readonly coversFolder: string
  readonly log: Log
  /** Provides access tokens of linked drives. */
  readonly driveAccess: DriveAccess
  readonly driveGateway?: string | undefined
  readonly proxies?: (() => Proxies) | undefined
  /** Rate limits of drive accounts, shared with the request threads. */
  readonly driveLimits?: SharedArrayBuffer | undefined
  /** Runs a scan; by default in a worker thread. */
  readonly runScan?: RunScan | undefined
}

/** Resolves to undefined if the scan was stopped. */
export type RunScan = (order: ScanRequest, watching: ScanContext) => Promise<ScanSummary | undefined>

export interface ScanRequest extends ScanTarget {
  readonly location: DatabaseLocation
  readonly coversFolder: string
  readonly now: Date | undefined
  readonly gateway: string | undefined
  readonly driveLimits: SharedArrayBuffer | undefined
  /** Includes passwords, which must not leave the memory of the thread. */
  readonly proxies: Proxies | undefined
}

/** Input of the worker thread, with what only a thread needs. */
export interface ScanWorkerData extends ScanRequest {
  readonly accessPort: MessagePort
  readonly unpackedFolder: string
}

/** Messages of the worker thread: folders of works, waits and log lines, then the summary. */
export type ScanMessage =
  | { readonly work: string }
  | { readonly wait: TaskWait | undefined }
  | { readonly line: string }
  | { readonly summary: ScanSummary }

export function createBackgroundScans(sources: ScanSources): BackgroundScans {
  const {
    location,
    coversFolder,
    vault,
    log,
    driveAccess,
    driveGateway: gateway,
    driveLimits,
    proxies,
  } = sources
  const { runScan = scanInThread } = sources
  const closing = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  // Created when the scan begins, because settings may change while it is queued.
  const createRequest = (folder: ScanTarget, now: Date | undefined): ScanRequest => {
    const reach = { gateway, driveLimits, proxies: proxies?.() }
    return { ...folder, ...reach, location, coversFolder, now }
  }

  return {
    vault,
    scan: (folder, { signal, now, onWork = () => undefined, onWait = () => undefined } = {}) => {
      const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
      const onLine = (line: string) => log.info({ root: folder.root }, line)
      const watching = { onLine, onWork, onWait, stop, driveAccess }
      const scanned = last.then(() =>
        stop.aborted ? undefined : runScan(createRequest(folder, now), watching),
      )
      last = scanned.catch(() => {})
      return scanned
    },
    idle: async () => {
      await last
    },
    close: async () => {
      closing.abort()
      await last
    },
  }
}

interface ScanListeners {
  readonly onLine: (line: string) => void
  readonly onWork: (folder: string) => void
  readonly onWait: (wait: TaskWait | undefined) => void
}

export interface ScanContext extends ScanListeners {
  readonly stop: AbortSignal
  readonly driveAccess: DriveAccess
}

const scanInThread: RunScan = async (order, { stop, driveAccess, ...listening }) => {
  const { port1: ours, port2: accessPort } = new MessageChannel()
  serveDriveAccess(ours, driveAccess)
  const unpackedFolder = temporaryFolder('scan')
  const workerData: ScanWorkerData = { ...order, accessPort, unpackedFolder }
  const options = { workerData, transferList: [accessPort], resourceLimits: smallYoungHeap }
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), options)
  const end = () => void worker.terminate()
  stop.addEventListener('abort', end, { once: true })
  try {
    return await waitForSummary(worker, listening)
  } catch (error) {
    if (stop.aborted) return undefined
    throw error
  } finally {
    stop.removeEventListener('abort', end)
    ours.close()
    // A thread that was terminated or ran out of memory did not clean up.
    await rm(unpackedFolder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

function waitForSummary(worker: Worker, { onLine, onWork, onWait }: ScanListeners): Promise<ScanSummary> {
  return new Promise((resolve, reject) => {
    let summary: ScanSummary | undefined
    worker.on('message', (word: ScanMessage) => {
      if ('work' in word) onWork(word.work)
      else if ('wait' in word) onWait(word.wait)
      else if ('line' in word) onLine(word.line)
      else summary = word.summary
    })
    worker.once('error', reject)
    worker.once('exit', (code) =>
      summary ? resolve(summary) : reject(new Error(`the thread ended with ${code}`)),
    )
  })
}

export interface StorageScanResult {
  readonly key: number
  readonly root: string
  /**
   * Nothing was changed unless the state is `mounted`. `lost`: the storage disappeared during the scan, and no file was marked missing.
   * `failed`: the scan failed with `error`.
   */
  readonly state: StorageState | 'lost' | 'failed'
  /** Counts of files. `held`: missing files that were not marked, because they are too many at once. */
  readonly found: number
  readonly added: number
  readonly changed: number
  readonly moved: number
  readonly missing: number
  readonly held: number
  readonly works: ScanSummary['works']
  /** The first thousand; `faultCount` is exact. */
  readonly faults: readonly Fault[]
  readonly faultCount: number
  readonly error: unknown
}

export interface ScanStoragesInput extends Omit<ScanRunOptions, 'onWork'> {
  readonly database: Pick<Database, 'read' | 'write'>
  readonly scans: BackgroundScans
  /** Key of the last finished storage; the scan continues after it. */
  readonly after?: number
  /** Keys of the storages to scan; by default all that are enabled. */
  readonly only?: readonly number[] | undefined
  readonly acceptsLoss?: boolean
  /** Called with the root of each storage when its scan begins, and with the folder of each work. */
  readonly onFolder?: (path: string) => void
}

/**
 * Yields each storage when its scan ends, in the order of keys. Stops without a result when aborted. Skips storages that were removed
 * during their scan.
 */
export async function* scanStorages(given: ScanStoragesInput): AsyncGenerator<StorageScanResult> {
  const { database, scans, after = -1, only, acceptsLoss = false, onFolder, ...wishes } = given
  let last = after
  for (;;) {
    const next = await findNextStorage(database.write, { after: last, only })
    if (!next) return
    const { key, kind, root, options, secret, unknownAge } = next
    last = key
    onFolder?.(root)
    const onWork = (folder: string) => onFolder?.(folder === '' ? root : `${root}/${folder}`)
    const scanned = await scanOne(
      scans,
      { kind, root, options, secret, unknownAge, acceptsLoss },
      { ...wishes, onWork },
    ).catch((error: unknown) => ({ error }))
    if (scanned === undefined) return
    if ('error' in scanned) {
      const at = (wishes.now ?? new Date()).toISOString()
      await saveLastScan(database.write, root, { ...failedScan, at })
    }
    if (await isStorageRemoved(database.write, key)) continue
    yield { key, root, ...('error' in scanned ? { ...noResult, ...scanned } : toResult(scanned)) }
  }
}

/** Reads the storage at the last moment, since the scans before it may take hours. */
async function findNextStorage(
  db: Db,
  { after, only }: { readonly after: number; readonly only: ScanStoragesInput['only'] },
): Promise<StorageFolder | undefined> {
  const isWanted = ({ key, isOn, isRemoved }: StorageFolder) =>
    key > after && isOn && !isRemoved && only?.includes(key) !== false
  return (await listStorages(db)).find(isWanted)
}

/** Also rejects if the storage's secret was encrypted with another key. */
async function scanOne(
  { scan, vault }: Pick<BackgroundScans, 'scan' | 'vault'>,
  { unknownAge, acceptsLoss, ...location }: StorageLocation & Omit<ScanTarget, 'remote'>,
  wishes: ScanRunOptions,
): Promise<ScanSummary | undefined> {
  const { kind, root, options, secret } = location
  const remote = kind === 'local' ? undefined : decryptStorage({ kind, root, options, secret }, vault)
  return scan({ root, isKnown: true, unknownAge, acceptsLoss: acceptsLoss === true, remote }, wishes)
}

const failedScan = {
  state: 'failed' as const,
  works: { found: 0, added: 0, changed: 0, missing: 0 },
  files: { found: 0, added: 0, changed: 0, moved: 0, missing: 0, held: 0 },
  skipped: 0,
}

const noResult = {
  ...failedScan.files,
  state: failedScan.state,
  works: failedScan.works,
  faults: [],
  faultCount: 0,
}

function toResult({ state, tracks, works, faults, faultCount }: ScanSummary) {
  const { found, added, changed, moved, missing, held } = tracks
  return { state, found, added, changed, moved, missing, held, works, faults, faultCount, error: undefined }
}
