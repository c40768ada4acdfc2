/** Storages, as administrators manage them. No response contains a secret. */
import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { line, ShownStorageSettings, StorageSettings } from './storage-settings.ts'
import { Task } from './tasks.ts'
import { RecordId } from './users.ts'
import { AgeCategory, integer } from './values.ts'

/** `auto`: a direct link to the storage if the listener's client can use one, else through this server. */
export const storageDeliveries = ['auto', 'redirect', 'proxy'] as const
export const StorageDelivery = v.picklist(storageDeliveries, 'valueUnknown')
export type StorageDelivery = v.InferOutput<typeof StorageDelivery>

/**
 * `unknown`: not checked yet. `notMounted`: the folder is missing, empty or on another disk than before. `emptied`: the same disk, but all
 * its content is missing.
 */
export const storageHealths = [
  'unknown',
  'available',
  'notMounted',
  'emptied',
  'unavailable',
  'notFound',
  'forbidden',
  'revoked',
  'rateLimited',
  'damaged',
] as const
export const StorageHealth = v.picklist(storageHealths, 'valueUnknown')
export type StorageHealth = v.InferOutput<typeof StorageHealth>

/** `lost`: it became unavailable while it was read. `failed`: the scan did not finish. */
export const lastScanStates = ['mounted', 'notMounted', 'emptied', 'lost', 'failed'] as const
export const LastScan = v.object({
  at: v.string(),
  state: v.picklist(lastScanStates, 'valueUnknown'),
  /** `missing`: works that lost their last file; they stay known. Scans before this field counted neither of the last two. */
  works: v.object({
    found: v.number(),
    added: v.number(),
    changed: v.optional(v.number(), 0),
    missing: v.optional(v.number(), 0),
  }),
  /** `held`: gone, but so many at once that none was marked missing. */
  files: v.object({
    found: v.number(),
    added: v.number(),
    changed: v.number(),
    moved: v.number(),
    missing: v.number(),
    held: v.number(),
  }),
  /** Files that could not be ingested. */
  skipped: v.number(),
})
export type LastScan = v.InferOutput<typeof LastScan>

/** `starting`: its folders are being listed. `tooMany`: it has more folders than the system can watch. `away`: it is not available. */
export const watchStates = ['starting', 'on', 'tooMany', 'away'] as const
export const WatchState = v.picklist(watchStates, 'valueUnknown')
export type WatchState = v.InferOutput<typeof WatchState>

/**
 * A pattern without a slash matches any name, one with a slash a path from the root. `*` and `?` match within one name, `**` across
 * folders.
 */
const Pattern = v.pipe(line(200), v.minLength(1, 'required'))
const Ignored = v.pipe(v.array(Pattern), v.maxLength(50, 'listTooLong'))
const Depth = v.nullable(integer(1, 64))

const storageOptions = {
  /** `''`: its location is shown instead. */
  name: line(100),
  /** The age of works in it that no source knows. */
  unknownAge: AgeCategory,
  /** Maximum folder depth to read; null for unlimited. */
  depth: Depth,
  /** Patterns of files and folders that are not read. */
  ignored: Ignored,
  delivery: StorageDelivery,
  /** Storages that are off are neither read nor served, and none of their files are marked missing. */
  enabled: v.boolean(),
  /** Whether changes are detected at once; works only for local folders. */
  watch: v.boolean(),
  /** Hours between full scans, up to thirty days; null for no automatic scans. */
  rescanHours: v.nullable(integer(1, 720)),
}

export const Storage = v.object({
  id: v.string(),
  ...storageOptions,
  /** Shown instead of a missing name. */
  root: v.string(),
  settings: ShownStorageSettings,
  hasSecret: v.boolean(),
  health: v.object({ state: StorageHealth, since: v.nullable(v.string()) }),
  /** Used and total space, for a drive of the whole account; null if unknown. */
  space: v.nullable(v.object({ usedBytes: v.number(), totalBytes: v.number() })),
  /** Existing files, and the works that they belong to. */
  fileCount: v.number(),
  workCount: v.number(),
  /** Folders that a scan could not identify, without a decision yet. */
  unsettledCount: v.number(),
  /** State of the file watcher; null if it is not watched. */
  watching: v.nullable(WatchState),
  /** Null before the first scan. */
  lastScan: v.nullable(LastScan),
  /** A scan is requested and starts when the current task ends. */
  scanWaits: v.boolean(),
})
export type Storage = v.InferOutput<typeof Storage>

const StorageId = v.object({ id: RecordId })

export const listStorages = endpoint({
  method: 'GET',
  path: '/admin/storages',
  access: 'admin',
  rate: 'read',
  summary: 'List storages',
  description: 'With health and last scan.',
  response: v.object({ items: v.array(Storage) }),
})

export const NewStorage = v.object({
  settings: StorageSettings,
  unknownAge: AgeCategory,
  name: v.optional(storageOptions.name),
  depth: v.optional(storageOptions.depth),
  ignored: v.optional(storageOptions.ignored),
  delivery: v.optional(storageOptions.delivery),
  enabled: v.optional(storageOptions.enabled),
  watch: v.optional(storageOptions.watch),
  rescanHours: v.optional(storageOptions.rescanHours),
})
export type NewStorage = v.InferOutput<typeof NewStorage>

export const createStorage = endpoint({
  method: 'POST',
  path: '/admin/storages',
  access: 'admin',
  rate: 'write',
  status: 201,
  summary: 'Create a storage',
  description: '409 if it exists.',
  body: NewStorage,
  response: Storage,
})

export const getStorage = endpoint({
  method: 'GET',
  path: '/admin/storages/:id',
  access: 'admin',
  rate: 'read',
  summary: 'Get a storage',
  params: StorageId,
  response: Storage,
})

export const StorageChange = v.partial(v.object({ ...storageOptions, settings: StorageSettings }))
export type StorageChange = v.InferOutput<typeof StorageChange>

export const updateStorage = endpoint({
  method: 'PATCH',
  path: '/admin/storages/:id',
  access: 'admin',
  rate: 'write',
  summary: 'Change a storage',
  description: 'Absent fields stay unchanged. The secret is kept only for the same address and user.',
  params: StorageId,
  body: StorageChange,
  response: Storage,
})

export const deleteStorage = endpoint({
  method: 'DELETE',
  path: '/admin/storages/:id',
  access: 'admin',
  rate: 'write',
  summary: 'Remove a storage',
  description: 'Its files become missing; nothing in the storage itself is changed.',
  params: StorageId,
})

export const storageSteps = ['reach', 'signIn', 'list', 'read'] as const
export const StorageTest = v.object({
  isGood: v.boolean(),
  steps: v.array(
    v.object({
      step: v.picklist(storageSteps, 'valueUnknown'),
      state: v.picklist(['ok', 'failed', 'skipped'], 'valueUnknown'),
      /** The finding and what to do, in the caller's language. */
      sentence: v.string(),
    }),
  ),
})
export type StorageTest = v.InferOutput<typeof StorageTest>

export const testStorageSettings = endpoint({
  method: 'POST',
  path: '/admin/storages/test',
  access: 'admin',
  rate: 'write',
  summary: 'Test storage settings',
  description: 'Before they are saved: connect, log in, list, read part of a file.',
  body: v.object({
    settings: StorageSettings,
    /** The storage whose stored secret is used if the settings omit it. */
    id: v.optional(RecordId),
  }),
  response: StorageTest,
})

export const testStorage = endpoint({
  method: 'POST',
  path: '/admin/storages/:id/test',
  access: 'admin',
  rate: 'write',
  summary: 'Test a saved storage',
  params: StorageId,
  response: StorageTest,
})

export const scanStorage = endpoint({
  method: 'POST',
  path: '/admin/storages/:id/scan',
  access: 'admin',
  rate: 'write',
  status: 202,
  summary: 'Scan a storage',
  description: 'Starts a task, or queues the scan behind the running one. 409 if the storage is turned off.',
  params: StorageId,
  body: v.object({
    /** An administrator confirms that missing files are really gone, and that this is the right storage even if its marker differs. */
    acceptLoss: v.optional(v.boolean()),
  }),
  /** Null while another task runs; the scan starts when that ends. */
  response: v.object({ task: v.nullable(Task) }),
})

/** The content of a folder including subfolders; null if it was not counted. */
const folderCounts = {
  audioFiles: v.nullable(v.number()),
  /** Works that a scan would find from file names only; `packed` of them are archives. */
  works: v.nullable(v.number()),
  packed: v.nullable(v.number()),
  /** Whether there may be more, because counting stops early. */
  isMore: v.boolean(),
}

export const PickedFolder = v.object({ name: v.string(), path: v.string(), ...folderCounts })
export type PickedFolder = v.InferOutput<typeof PickedFolder>

export const FolderPage = v.object({
  /** Null above all selectable folders. */
  path: v.nullable(v.string()),
  parent: v.nullable(v.string()),
  ...folderCounts,
  folders: v.array(PickedFolder),
  /** Whether folders were left out because there are too many. */
  hasMoreFolders: v.boolean(),
})
export type FolderPage = v.InferOutput<typeof FolderPage>

export const listFolders = endpoint({
  method: 'GET',
  path: '/admin/storages/folders',
  access: 'admin',
  rate: 'read',
  summary: 'List folders of the server',
  description:
    'Folders that can be chosen as storage, below a path. 422 if a folder is outside the allowed roots or cannot be read.',
  query: v.object({ path: v.optional(v.pipe(line(4_096), v.minLength(1, 'required'))) }),
  response: FolderPage,
})
