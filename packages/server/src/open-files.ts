/** Opens the storages, and the background processing of files. */
import { join } from 'node:path'
import type { Proxies } from '@koedana/contract/site-settings.ts'
import type { Database } from './db/open.ts'
import { type AvifQueue, createAvifQueue } from './features/library/covers/avif-queue.ts'
import { createTrackConverter, type TrackConverter } from './features/library/forms/forms.ts'
import type { AccelRedirect } from './features/library/media/accel-redirect.ts'
import {
  type BackgroundScans,
  createBackgroundScans,
  type RunScan,
} from './features/library/scan/background-scans.ts'
import { listStorages, type StorageFolder } from './features/library/scan/storages.store.ts'
import { createFolders, type Folders } from './features/storage-admin/folders.ts'
import type { DriveAccess } from './features/storages/drives/drive.ts'
import type { Drives } from './features/storages/drives/open-drives.ts'
import { openLocalStorage } from './features/storages/local/local-storage.ts'
import { createStorages, type OpenStorage } from './features/storages/open-storages.ts'
import { lastPart } from './features/storages/path.rules.ts'
import type { CacheFolder } from './features/system/machine.ts'
import { createProxyPredicate } from './http/connections.ts'
import { type CacheLimits, defaultCaches, type SpaceShortageCheck } from './lib/free-space.ts'
import type { Log } from './lib/log.ts'
import type { Outbound } from './lib/outbound.ts'
import type { Vault } from './lib/vault.ts'

export interface Files {
  readonly coversFolder: string
  readonly demoFolder: string
  /** Cache folders, each with its size limit. */
  readonly caches: readonly CacheFolder[]
  readonly avifQueue: AvifQueue
  readonly scans: BackgroundScans
  readonly openStorage: OpenStorage
  readonly folders: Folders
  readonly forms: TrackConverter
  /** Set if a reverse proxy sends local files itself. */
  readonly handOver: AccelRedirect | undefined
}

interface FileSources {
  readonly cacheBytes?: CacheLimits | undefined
  readonly isShort?: SpaceShortageCheck | undefined
  readonly database: Database
  readonly dataFolder: string
  readonly storageRoots?: readonly string[] | undefined
  readonly ffmpegPath?: string | undefined
  readonly vault: Vault
  readonly outbound: Outbound
  readonly log: Log
  readonly runScan?: RunScan | undefined
  readonly drives: Drives
  readonly driveAccess: DriveAccess
  readonly driveGateway?: string | undefined
  readonly driveLimits?: SharedArrayBuffer | undefined
  readonly proxies?: (() => Proxies) | undefined
  readonly accelRedirect?: string | undefined
  readonly trustedProxies?: readonly string[] | undefined
  /** Set in any request thread but the first. */
  readonly member?: object | undefined
}

export function openFiles(sources: FileSources): Files {
  const { database, dataFolder, storageRoots, vault, log, isShort, cacheBytes = defaultCaches } = sources
  const folderOf = (name: keyof CacheLimits) => join(dataFolder, name)
  const coversFolder = join(dataFolder, 'covers')
  return {
    folders: createFolders({
      roots: storageRoots,
      dataFolder,
      listRoots: async () => (await listStorages(database.read)).flatMap(localRoot),
    }),
    coversFolder,
    demoFolder: join(dataFolder, 'demo'),
    caches: (['forms', 'unpacked'] as const).map((name) => ({
      name,
      folder: folderOf(name),
      maxBytes: cacheBytes[name],
    })),
    forms: openForms(folderOf('forms'), { ...sources, maxBytes: cacheBytes.forms }),
    openStorage: createStorages({
      ...sources,
      unpackedFolder: folderOf('unpacked'),
      unpackedBytes: cacheBytes.unpacked,
    }),
    avifQueue: createAvifQueue(log, isShort),
    handOver: createHandOver(sources),
    scans: createBackgroundScans({ ...sources, location: database.location, coversFolder, vault, log }),
  }
}

const localRoot = ({ kind, root, isRemoved }: StorageFolder) => (kind === 'local' && !isRemoved ? [root] : [])

function openForms(
  folder: string,
  { ffmpegPath = 'ffmpeg', isShort, maxBytes, member }: FileSources & { readonly maxBytes: number },
): TrackConverter {
  const openMade = (path: string) => openLocalStorage(folder).open(lastPart(path))
  return createTrackConverter({
    folder,
    ffmpegPath,
    openMade,
    maxBytes,
    isShort,
    isBeside: member !== undefined,
  })
}

function createHandOver({
  accelRedirect: prefix,
  trustedProxies = [],
}: FileSources): AccelRedirect | undefined {
  return prefix === undefined ? undefined : { prefix, isProxy: createProxyPredicate(trustedProxies) }
}
