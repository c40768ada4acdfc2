/**
 * Scans in a thread of their own, one after the other: walking a large folder never holds up who is being served.
 */

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
import { serveAccess } from '../../storages/drives/access-port.ts'
import type { DriveAccess } from '../../storages/drives/drive.ts'
import { type StorageLocation, type UnsealedStorage, unsealed } from '../../storages/open-storages.ts'
import type { Fault, ScanSummary } from './scan.ts'
import type { StorageState } from './storage-state.rules.ts'
import { isStorageRemoved, listStorages, type StorageFolder, saveLastScan } from './storages.store.ts'

export interface BackgroundScans {
  /** Returns undefined where it was aborted or the server is closing; rejects where the thread failed. */
  readonly scan: (folder: ScannedFolder, wishes?: ScanWishes) => Promise<ScanSummary | undefined>
  /** Opens the secrets of storages. */
  readonly vault: Vault
  /** When nothing is being scanned. */
  readonly idle: () => Promise<void>
  /** Ends a scan where it stands; the next one goes on from there. */
  readonly close: () => Promise<void>
}

export interface ScannedFolder {
  readonly root: string
  /** It is a storage that there is, and no scan makes it one again that is removed meanwhile. */
  readonly isKnown?: boolean
  /** The age of works there that no source knows. */
  readonly unknownAge: AgeCategory
  /** Somebody has looked: what is gone is gone, however much, and this is the folder, whatever its mark. */
  readonly acceptsLoss?: boolean
  /** A storage of the network, with its secret, for the memory of the thread alone. */
  readonly remote?: UnsealedStorage | undefined
}

interface ScanWishes {
  readonly signal?: AbortSignal
  /** It is taken to be this time all through the scan; the clock decides without one. */
  readonly now?: Date
  /** Called with the folder of each work, below the root, as it is inspected. */
  readonly onWork?: (folder: string) => void
  /** Called when a scan begins to wait for its storage, and with undefined when it goes on. */
  readonly onWait?: ((wait: TaskWait | undefined) => void) | undefined
}

export interface ScanSources {
  readonly vault: Vault
  readonly location: DatabaseLocation
  readonly coversFolder: string
  readonly log: Log
  /** Tokens of linked drives. */
  readonly driveAccess: DriveAccess
  /** How drives are reached, if not by their own addresses. */
  readonly driveGateway?: string | undefined
  /** Proxies of storages of the network; none without it. */
  readonly proxies?: (() => Proxies) | undefined
  /** Limits of drive accounts that request threads hold as well. */
  readonly driveLimits?: SharedArrayBuffer | undefined
  /** Runs each scan; in a thread of its own without it. */
  readonly runScan?: RunScan | undefined
}

/** Resolves to undefined if it was stopped. */
export type RunScan = (order: ScanOrder, watching: Watching) => Promise<ScanSummary | undefined>

/** The thread is given this. */
export interface ScanOrder extends ScannedFolder {
  readonly location: DatabaseLocation
  readonly coversFolder: string
  readonly now: Date | undefined
  /** How drives are reached, if not by their own addresses. */
  readonly gateway: string | undefined
  readonly driveLimits: SharedArrayBuffer | undefined
  /** With their passwords, for the memory of the thread only. */
  readonly proxies: Proxies | undefined
}

/** The thread is given this with it. */
export interface ThreadOrder extends ScanOrder {
  /** Gives tokens of drives. */
  readonly accessPort: MessagePort
  readonly unpackedFolder: string
}

/** Messages of the thread: folders of works, waits and log lines, and the summary last. */
export type ScanWord =
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
  // Made when the scan begins: settings may have changed while it waited.
  const orderOf = (folder: ScannedFolder, now: Date | undefined): ScanOrder => {
    const reach = { gateway, driveLimits, proxies: proxies?.() }
    return { ...folder, ...reach, location, coversFolder, now }
  }

  return {
    vault,
    scan: (folder, { signal, now, onWork = () => undefined, onWait = () => undefined } = {}) => {
      const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
      const onLine = (line: string) => log.info({ root: folder.root }, line)
      const watching = { onLine, onWork, onWait, stop, driveAccess }
      const scanned = last.then(() => (stop.aborted ? undefined : runScan(orderOf(folder, now), watching)))
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

interface Listening {
  readonly onLine: (line: string) => void
  readonly onWork: (folder: string) => void
  readonly onWait: (wait: TaskWait | undefined) => void
}

export interface Watching extends Listening {
  readonly stop: AbortSignal
  readonly driveAccess: DriveAccess
}

const scanInThread: RunScan = async (order, { stop, driveAccess, ...listening }) => {
  const { port1: ours, port2: accessPort } = new MessageChannel()
  serveAccess(ours, driveAccess)
  const unpackedFolder = temporaryFolder('scan')
  const workerData: ThreadOrder = { ...order, accessPort, unpackedFolder }
  const options = { workerData, transferList: [accessPort], resourceLimits: smallYoungHeap }
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), options)
  const end = () => void worker.terminate()
  stop.addEventListener('abort', end, { once: true })
  try {
    return await summaryOf(worker, listening)
  } catch (error) {
    if (stop.aborted) return undefined
    throw error
  } finally {
    stop.removeEventListener('abort', end)
    ours.close()
    // A thread that was ended, or ran out of memory, has cleaned up nothing.
    await rm(unpackedFolder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

function summaryOf(worker: Worker, { onLine, onWork, onWait }: Listening): Promise<ScanSummary> {
  return new Promise((resolve, reject) => {
    let summary: ScanSummary | undefined
    worker.on('message', (word: ScanWord) => {
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

export interface ScannedStorage {
  readonly key: number
  readonly root: string
  /**
   * Nothing was changed unless it is mounted. `lost`: it went away on the way, and nothing was taken for gone.
   * `failed`: the scan did not come to its end, `error` says why.
   */
  readonly state: StorageState | 'lost' | 'failed'
  /** Files found, and what became of them. `held`: gone, but too many at once to be marked missing. */
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

export interface ScansStorages extends Omit<ScanWishes, 'onWork'> {
  readonly database: Pick<Database, 'read' | 'write'>
  readonly scans: BackgroundScans
  /** The id of the last storage that was finished, to go on behind it. */
  readonly after?: number
  /** These storages alone; all that are on without it. */
  readonly only?: readonly number[] | undefined
  readonly acceptsLoss?: boolean
  /** Called with the root of each storage as it is begun, and the folder of each work as it is inspected. */
  readonly onFolder?: (path: string) => void
}

/**
 * Each storage as it is done with, in the order of keys; ends early, without its result, once it is aborted. Of one that was
 * removed on the way there is nothing to say.
 */
export async function* scanStorages(given: ScansStorages): AsyncGenerator<ScannedStorage> {
  const { database, scans, after = -1, only, acceptsLoss = false, onFolder, ...wishes } = given
  let last = after
  for (;;) {
    const next = await nextOf(database.write, { after: last, only })
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
    yield { key, root, ...('error' in scanned ? { ...nothing, ...scanned } : resultOf(scanned)) }
  }
}

/** Looked up when its turn comes: the scans before it may have taken hours. */
async function nextOf(
  db: Db,
  { after, only }: { readonly after: number; readonly only: ScansStorages['only'] },
): Promise<StorageFolder | undefined> {
  const isWanted = ({ key, isOn, isRemoved }: StorageFolder) =>
    key > after && isOn && !isRemoved && only?.includes(key) !== false
  return (await listStorages(db)).find(isWanted)
}

/** Rejects also where its secret was sealed with another key. */
async function scanOne(
  { scan, vault }: Pick<BackgroundScans, 'scan' | 'vault'>,
  { unknownAge, acceptsLoss, ...location }: StorageLocation & Omit<ScannedFolder, 'remote'>,
  wishes: ScanWishes,
): Promise<ScanSummary | undefined> {
  const { kind, root, options, secret } = location
  const remote = kind === 'local' ? undefined : unsealed({ kind, root, options, secret }, vault)
  return scan({ root, isKnown: true, unknownAge, acceptsLoss: acceptsLoss === true, remote }, wishes)
}

const failedScan = {
  state: 'failed' as const,
  works: { found: 0, added: 0, changed: 0, missing: 0 },
  files: { found: 0, added: 0, changed: 0, moved: 0, missing: 0, held: 0 },
  skipped: 0,
}

const nothing = {
  ...failedScan.files,
  state: failedScan.state,
  works: failedScan.works,
  faults: [],
  faultCount: 0,
}

function resultOf({ state, tracks, works, faults, faultCount }: ScanSummary) {
  const { found, added, changed, moved, missing, held } = tracks
  return { state, found, added, changed, moved, missing, held, works, faults, faultCount, error: undefined }
}
