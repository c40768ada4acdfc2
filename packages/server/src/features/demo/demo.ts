/**
 * Demo works on a server of somebody's own: made in a folder of the data folder, which is a storage like any other, so that
 * they are scanned, heard and marked like any works. What they are is derived from the database: a load or a removal that was
 * cut short is completed by ordering it again.
 */
import { rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Demo } from '@koedana/contract/demo.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import { writeTogether } from '../../db/changes.ts'
import type { Database } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import { deleteSetting, findSetting, saveSetting } from '../../db/settings.store.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import { changeFiles } from '../library/scan/library-state.ts'
import { markFile } from '../library/scan/storage-mark.ts'
import { saveStorage } from '../library/scan/storages.store.ts'
import { importFeed } from '../metadata/feed/import-feed.ts'
import { orderScanOf } from '../storage-admin/order-scan.ts'
import type { TaskApiSources } from '../tasks/tasks.api.ts'
import { removeCovers } from '../trash/remove-covers.ts'
import type { WorkSources } from '../works/viewers.ts'
import { type FoundDemo, findDemo, isScanAtWork, removeDemoRows } from './demo.store.ts'
import { type WriteSamples, writeInThread } from './write-in-thread.ts'

export interface DemoSources extends TaskApiSources {
  /** A connection for what takes long. */
  readonly background: Database
  /** The folder in which they lie. */
  readonly demoFolder: string
  readonly coversFolder: string
  /** A change is seen by the next request of the person who made it. */
  readonly catalogue: Pick<WorkSources['catalogue'], 'followed'>
  readonly log: Log
  /** Writes the files of demo works, in a thread of its own without it. */
  readonly writeSamples?: WriteSamples | undefined
}

/** Loaded where somebody wants them: a start has no use for their texts. */
const loadSamples = () => import('@koedana/fakes/demo/sample-works.ts')

/** The caller has the response by then: the rest goes on by itself. */
const longestWaitMs = 2_000

/** The pause between two looks at whether what would bring them back has ended. */
const restMs = 500

/** Set as long as a removal is ordered: it outlives the process that waits for the scan. */
const ordered = 'demoRemoval'

export function openDemo(sources: DemoSources) {
  const { db, write, now, demoFolder: root, log, writeSamples = writeInThread } = sources
  let loading: Promise<void> | undefined
  let removing: Promise<void> | undefined
  const find = (from: Db) => findSamples(from, root)

  const look = async (): Promise<Demo> => {
    const { storageKey, own } = await find(db)
    return { state: (await stateNow()) ?? stateOf(storageKey, own.length), workCount: own.length }
  }

  const stateNow = async (): Promise<Demo['state'] | undefined> => {
    if (await isRemovalOrdered(db)) return 'removing'
    return loading && 'loading'
  }

  const load = async (context: Context): Promise<void> => {
    if (await isRemovalOrdered(write)) throw new AppError('taskAtWork')
    loading ??= make(context).finally(() => {
      loading = undefined
    })
    const begun = loading
    begun.catch((error: unknown) => log.error({ err: error }, 'demo works could not be made'))
    await Promise.race([begun, waited(longestWaitMs)])
  }

  const make = async (context: Context): Promise<void> => {
    const { sampleWorks, sampleFeed } = await loadSamples()
    const { foreign } = await find(write)
    // What somebody has under one of these ids is theirs.
    const works = sampleWorks().filter(({ id }) => !foreign.includes(workKeyOf(id)))
    await writeSamples({ folder: root, ids: works.map(({ id }) => id) })
    const lines = Readable.from([Buffer.from(sampleFeed(works))])
    await importFeed({ database: sources.background, lines, now })
    const storageKey = await writeTogether(write, (tx) => saveStorage(tx, { root, unknownAge: 'all' }))
    await orderScanOf(sources, [storageKey], context)
  }

  const remove = async (): Promise<void> => {
    await saveSetting(write, ordered, now().toISOString())
    removing ??= removeAtRest().finally(() => {
      removing = undefined
    })
    const begun = removing
    begun.catch((error: unknown) => log.error({ err: error }, 'demo works could not be removed'))
    await Promise.race([begun, waited(longestWaitMs)])
  }

  /** Both what makes them and a scan would bring them back. */
  const removeAtRest = async (): Promise<void> => {
    await loading?.catch(() => undefined)
    await removeOnceFree(sources, new AbortController().signal)
  }

  return { look, load, remove }
}

/** Carries out what was ordered when the last process ended. Returns a function that stops the waiting. */
export function resumeDemoRemoval(sources: DemoSources): () => Promise<void> {
  const stopping = new AbortController()
  const resume = async () => {
    if (await isRemovalOrdered(sources.write)) await removeOnceFree(sources, stopping.signal)
  }
  const resumed = resume().catch((error: unknown) =>
    sources.log.error({ err: error }, 'demo works could not be removed'),
  )
  return async () => {
    stopping.abort()
    await resumed
  }
}

const isRemovalOrdered = async (from: Db): Promise<boolean> =>
  (await findSetting(from, ordered)) !== undefined

async function removeOnceFree(sources: DemoSources, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await removeUnlessScanned(sources))) await waited(restMs)
}

function stateOf(storageKey: number | undefined, workCount: number): Demo['state'] {
  if (storageKey !== undefined) return 'present'
  return workCount > 0 ? 'incomplete' : 'absent'
}

async function findSamples(from: Db, root: string): Promise<FoundDemo> {
  const { sampleWorks } = await loadSamples()
  return findDemo(from, { keys: sampleWorks().map(({ id }) => workKeyOf(id)), root })
}

/** Returns false, with nothing done, if a scan is at work. */
async function removeUnlessScanned(sources: DemoSources): Promise<boolean> {
  const { db, write, now, demoFolder: root } = sources
  if (await isScanAtWork(db)) return false
  const { own, storageKey, held } = await findSamples(write, root)
  const at = now()
  let isFree = true
  let isOrdered = true
  await changeFiles(write, {
    keys: held,
    now: at,
    write: async (tx) => {
      isFree = !(await isScanAtWork(tx))
      // Another server may have done it, and somebody loaded them again since.
      isOrdered = await isRemovalOrdered(tx)
      if (!isFree || !isOrdered) return
      await removeDemoRows(tx, { own, storageKey, at: at.toISOString() })
      await deleteSetting(tx, ordered)
    },
  })
  if (!isFree || !isOrdered) return isFree
  await sources.catalogue.followed()
  await removeCovers(sources.coversFolder, await idsOf(own))
  await removeFiles(root)
  return true
}

const waited = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref())

async function idsOf(own: readonly number[]): Promise<string[]> {
  const { sampleWorks } = await loadSamples()
  return sampleWorks().flatMap(({ id }) => (own.includes(workKeyOf(id)) ? [id] : []))
}

/** Leaves what somebody else laid into the folder. */
async function removeFiles(root: string): Promise<void> {
  const { sampleWorks, sampleFolderOf } = await loadSamples()
  const ours = [markFile, ...sampleWorks().map((work) => sampleFolderOf(work).name)]
  for (const name of ours) await rm(join(root, name), { recursive: true, force: true })
  await rmdir(root).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error
  })
}
