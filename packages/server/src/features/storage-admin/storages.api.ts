/** /admin/storages. No response contains a secret. */
import type { StorageSettings } from '@koedana/contract/storage-settings.ts'
import type {
  createStorage,
  deleteStorage,
  getStorage,
  listFolders,
  listStorages,
  NewStorage,
  Storage,
  StorageChange,
  scanStorage,
  testStorage,
  testStorageSettings,
  updateStorage,
} from '@koedana/contract/storages.ts'
import type { SyncOptions } from '@koedana/contract/tasks.ts'
import { writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import type { Vault } from '../../lib/vault.ts'
import type { OpenStreams } from '../library/media/open-streams.ts'
import { releaseInBackground } from '../library/scan/release-files.ts'
import { saveHealth } from '../library/scan/storages.store.ts'
import type { OpenStorage, StorageLocation } from '../storages/open-storages.ts'
import { extractSecret, secretPurpose, toStoredSettings } from '../storages/settings.rules.ts'
import { adaptiveTtlCache } from '../system/adaptive-ttl-cache.ts'
import { orderTask, type TaskApiSources } from '../tasks/tasks.api.ts'
import { createHealthCheck, type WatchHealth } from './check-health.ts'
import type { Folders } from './folders.ts'
import { requestScan } from './request-scan.ts'
import {
  changeStorage,
  countFiles,
  type FileCounts,
  findStorageRow,
  insertStorage,
  listStorageRows,
  removeStorage,
  type StorageColumns,
  type StorageRow,
  toStorage,
} from './storage-admin.store.ts'
import { runStorageTest } from './test-storage.ts'
import { countUnsettled } from './unsettled.store.ts'

export type HasAccount = (of: { readonly account: string; readonly provider: string }) => Promise<boolean>

export interface StorageAdminSources extends TaskApiSources {
  readonly openStorage: OpenStorage
  readonly folders: Folders
  readonly hasAccount: HasAccount
  readonly vault: Vault
  readonly background: { readonly write: Db }
  readonly log: Log
  /** Rechecks streams and cached link rights. */
  readonly streams: Pick<OpenStreams, 'recheck'>
}

/** Creates the handlers, which share the caches of health and counts. */
export function openStorageAdmin(sources: StorageAdminSources) {
  const watched = {
    ...sources,
    watchHealth: createHealthCheck(sources),
    countFiles: adaptiveTtlCache(() => countFiles(sources.db)),
  }
  return {
    list: listStoragesHandler(watched),
    create: createStorageHandler(watched),
    get: getStorageHandler(watched),
    update: updateStorageHandler(watched),
    remove: deleteStorageHandler(watched),
    testSettings: testSettingsHandler(watched),
    test: testStorageHandler(watched),
    scan: scanStorageHandler(watched),
    folders: listFoldersHandler(watched),
  }
}

interface HandlerSources extends StorageAdminSources {
  readonly watchHealth: WatchHealth
  readonly countFiles: (version: string) => Promise<ReadonlyMap<number, FileCounts>>
}

function listStoragesHandler({
  write,
  now,
  watchHealth,
  countFiles,
}: HandlerSources): Handler<typeof listStorages> {
  return async () => {
    await watchHealth(await listStorageRows(write))
    const rows = await listStorageRows(write)
    const [held, unsettled] = await Promise.all([countFiles(lastScansKey(rows)), countUnsettled(write)])
    const countsOf = (key: number) => ({ held: held.get(key), unsettled: unsettled.get(key) })
    return { items: rows.map((row) => toStorage(row, countsOf(row.key), now())) }
  }
}

/** A slow count of a large library is cached, but only until the next scan ends, so that new files are shown at once. */
const lastScansKey = (rows: readonly StorageRow[]) =>
  JSON.stringify(rows.map(({ key, last_scan }) => [key, last_scan]))

async function findShownStorage({ write, now, countFiles }: HandlerSources, key: number): Promise<Storage> {
  const scans = lastScansKey(await listStorageRows(write))
  const [held, unsettled] = await Promise.all([countFiles(scans), countUnsettled(write)])
  const counts = { held: held.get(key), unsettled: unsettled.get(key) }
  return toStorage(await getRow(write, String(key)), counts, now())
}

async function getRow(db: Db, id: string): Promise<StorageRow> {
  const row = await findStorageRow(db, id)
  if (!row) throw new AppError('notFound')
  return row
}

function createStorageHandler(sources: HandlerSources): Handler<typeof createStorage> {
  return async ({ body }) => {
    const settings = await admitSettings(sources, body.settings)
    const location = toLocation(sources, settings)
    if (location === 'passwordRequired') throw secretMissingError(settings)
    const columns = {
      ...location,
      ...toColumns(body),
      unknown_age_category: body.unknownAge,
    }
    const row = await writeInTurn(sources.write, (tx) => insertStorage(tx, columns))
    if (!row) throw new AppError('conflict', { fields: { 'body.settings': 'storageTaken' } })
    return findShownStorage(sources, row.key)
  }
}

function getStorageHandler(sources: HandlerSources): Handler<typeof getStorage> {
  return async ({ params: { id } }) => {
    const row = await getRow(sources.write, id)
    await sources.watchHealth([row])
    return findShownStorage(sources, row.key)
  }
}

function updateStorageHandler(sources: HandlerSources): Handler<typeof updateStorage> {
  return async ({ params: { id }, body: { settings: wanted, unknownAge, ...decided } }) => {
    const { write, streams } = sources
    const settings = wanted && (await admitSettings(sources, wanted))
    const { key } = await writeInTurn(write, async (tx) => {
      const row = await getRow(tx, id)
      if (settings && settings.kind !== row.kind)
        throw new AppError('refused', { fields: { [kindField]: 'kindStays' } })
      const location = settings && toLocation(sources, settings, row)
      if (settings && location === 'passwordRequired') throw secretMissingError(settings)
      const changed = await changeStorage(tx, row.key, {
        ...(location === 'passwordRequired' ? {} : location),
        ...toColumns(decided),
        ...(unknownAge && { unknown_age_category: unknownAge }),
      })
      if (changed === 'isTaken')
        throw new AppError('conflict', { fields: { 'body.settings': 'storageTaken' } })
      return changed
    })
    streams.recheck()
    return findShownStorage(sources, key)
  }
}

const kindField = 'body.settings.kind'

/** Returns the settings with the real path of a local folder, by which storages are identified. */
async function admitSettings(
  { folders, hasAccount }: HandlerSources,
  settings: StorageSettings,
): Promise<StorageSettings> {
  if (settings.kind === 'drive' && !(await hasAccount(settings)))
    throw new AppError('refused', { fields: { 'body.settings.account': 'accountUnknown' } })
  if (settings.kind !== 'local') return settings
  return { ...settings, path: await folders.admit(settings.path, 'body.settings.path') }
}

/**
 * Returns the columns, with the secret encrypted for this address. A stored secret is only kept for the address and user for which it was
 * given.
 */
function toLocation(
  { vault }: Pick<HandlerSources, 'vault'>,
  settings: StorageSettings,
  before?: StorageLocation,
): StorageLocation | 'passwordRequired' {
  const stored = toStoredSettings(settings)
  const givenSecret = extractSecret(settings)
  if (typeof givenSecret === 'string')
    return { ...stored, secret: vault.seal(givenSecret, secretPurpose(stored.root)) }
  const isSame = before?.root === stored.root
  if (givenSecret === undefined && isSame) return { ...stored, secret: before.secret }
  const isNeeded = settings.kind === 's3' || (givenSecret === undefined && (before?.secret ?? null) !== null)
  return isNeeded ? 'passwordRequired' : { ...stored, secret: null }
}

const secretMissingError = ({ kind }: StorageSettings) =>
  new AppError('refused', {
    fields: { [`body.settings.${kind === 's3' ? 'secretAccessKey' : 'password'}`]: 'required' },
  })

/** Absent fields stay unchanged. */
function toColumns(
  given: Partial<Omit<NewStorage & StorageChange, 'settings' | 'unknownAge'>>,
): Partial<StorageColumns> {
  const { name, depth, ignored, delivery, enabled, watch, rescanHours } = given
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(depth === undefined ? {} : { depth }),
    ...(ignored === undefined ? {} : { ignored: JSON.stringify(ignored) }),
    ...(delivery === undefined ? {} : { delivery }),
    ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0 }),
    ...(watch === undefined ? {} : { watched: watch ? 1 : 0 }),
    ...(rescanHours === undefined ? {} : { rescan_hours: rescanHours }),
  }
}

/** Maximum time to wait for the release of many files. It continues after the response, and after a restart. */
const maxReleaseMs = 3_000

function deleteStorageHandler(sources: HandlerSources): Handler<typeof deleteStorage> {
  const { write, now, streams } = sources
  return async ({ params: { id } }) => {
    await writeInTurn(write, async (tx) => {
      const { key } = await getRow(tx, id)
      await removeStorage(tx, key, now().toISOString())
    })
    streams.recheck()
    await Promise.race([releaseInBackground(sources), waitFor(maxReleaseMs)])
  }
}

const waitFor = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref())

function testSettingsHandler(sources: HandlerSources): Handler<typeof testStorageSettings> {
  return async ({ body: { settings, id } }, { locale }) => {
    const row = id === undefined ? undefined : await getRow(sources.write, id)
    const location = toLocation(sources, await admitSettings(sources, settings), row)
    if (location === 'passwordRequired') throw secretMissingError(settings)
    return runStorageTest({ ...openForTest(sources, location), locale })
  }
}

function testStorageHandler(sources: HandlerSources): Handler<typeof testStorage> {
  return async ({ params: { id } }, { locale }) => {
    const row = await getRow(sources.write, id)
    const tested = await runStorageTest({ ...openForTest(sources, row), locale })
    const canUpdateHealth = row.health !== 'notMounted' && row.health !== 'emptied'
    const at = sources.now().toISOString()
    if (canUpdateHealth) {
      const state = tested.isGood ? ('available' as const) : ('unavailable' as const)
      await saveHealth(sources.write, { root: row.root, state, at })
    }
    return tested
  }
}

const openForTest = ({ openStorage }: HandlerSources, location: StorageLocation) => ({
  storage: openStorage(location),
  signsIn: location.secret !== null || location.kind === 'drive',
})

function scanStorageHandler(sources: HandlerSources): Handler<typeof scanStorage> {
  return async ({ params: { id }, body: { acceptLoss = false } }, context) => {
    const row = await getRow(sources.write, id)
    if (row.enabled !== 1) throw new AppError('storageOff')
    if (!acceptLoss) return { task: await requestScan(sources, [row.key], context) }
    // An accepted loss is never queued: a later scan may find other files missing than the administrator saw.
    const options: SyncOptions = {
      sources: ['storages'],
      localOnly: true,
      storages: [String(row.key)],
      acceptLoss,
    }
    const by = { userKey: context.person?.userKey ?? null, retryOfKey: null }
    return { task: await orderTask(sources, { kind: 'sync_works', options, ...by }, context) }
  }
}

function listFoldersHandler({ folders }: HandlerSources): Handler<typeof listFolders> {
  return ({ query: { path } }) => folders.look(path, 'query.path')
}
