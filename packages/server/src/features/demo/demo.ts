/**
 * Demo works on a real server: a folder in the data folder is a storage like any other, so that its works are scanned and played as
 * usual. Their state is derived from the database; an interrupted load or removal is completed by ordering it again.
 */
import { rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Demo } from '@koedana/contract/demo.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import { writeInTurn } from '../../db/changes.ts'
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
import { requestScan } from '../storage-admin/request-scan.ts'
import type { TaskApiSources } from '../tasks/tasks.api.ts'
import { removeCovers } from '../trash/remove-covers.ts'
import type { WorkSources } from '../works/viewers.ts'
import { type FoundDemo, findDemo, isScanAtWork, removeDemoRows } from './demo.store.ts'
import { type WriteSamples, writeInThread } from './write-in-thread.ts'

export interface DemoSources extends TaskApiSources {
  /** Connection for long work. */
  readonly background: Database
  readonly demoFolder: string
  readonly coversFolder: string
  /** Waits until this node's next request sees the change. */
  readonly catalogue: Pick<WorkSources['catalogue'], 'followed'>
  readonly log: Log
  /** Writes the files of demo works; in a thread by default. */
  readonly writeSamples?: WriteSamples | undefined
}

/** Loaded on demand: the server does not need these texts at start-up. */
const loadSamples = () => import('@koedana/fakes/demo/sample-works.ts')

/** After that the response is sent and the work continues. */
const maxWaitMs = 2_000

/** Pause between two checks whether a scan has ended. */
const restMs = 500

/** Set while a removal is ordered; it survives a restart while waiting for a scan. */
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
    await Promise.race([begun, waited(maxWaitMs)])
  }

  const make = async (context: Context): Promise<void> => {
    const { sampleWorks, sampleFeed } = await loadSamples()
    const { foreign } = await find(write)
    // Works with a demo ID that a user already has are not touched.
    const works = sampleWorks().filter(({ id }) => !foreign.includes(workKeyOf(id)))
    await writeSamples({ folder: root, ids: works.map(({ id }) => id) })
    const lines = Readable.from([Buffer.from(sampleFeed(works))])
    await importFeed({ database: sources.background, lines, now })
    const storageKey = await writeInTurn(write, (tx) => saveStorage(tx, { root, unknownAge: 'all' }))
    await requestScan(sources, [storageKey], context)
  }

  const remove = async (): Promise<void> => {
    await saveSetting(write, ordered, now().toISOString())
    removing ??= removeAtRest().finally(() => {
      removing = undefined
    })
    const begun = removing
    begun.catch((error: unknown) => log.error({ err: error }, 'demo works could not be removed'))
    await Promise.race([begun, waited(maxWaitMs)])
  }

  /** Waits for loading and scans, which would add the works again. */
  const removeAtRest = async (): Promise<void> => {
    await loading?.catch(() => undefined)
    await removeOnceFree(sources, new AbortController().signal)
  }

  return { look, load, remove }
}

/** Continues a removal that an earlier process left. Returns a function that stops waiting. */
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

/** Returns false and changes nothing while a scan is running. */
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
      // Another server may have removed them, and a user may have added them again.
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

/** Keeps files that users put into the folder. */
async function removeFiles(root: string): Promise<void> {
  const { sampleWorks, sampleFolderOf } = await loadSamples()
  const ours = [markFile, ...sampleWorks().map((work) => sampleFolderOf(work).name)]
  for (const name of ours) await rm(join(root, name), { recursive: true, force: true })
  await rmdir(root).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error
  })
}
