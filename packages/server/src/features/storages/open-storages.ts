/** The storages that files are served from, each opened once for as long as nothing of it is changed. */

import type { Proxies } from '@koedana/contract/site-settings.ts'
import { LRUCache } from 'lru-cache'
import type { ShortOfSpace } from '../../lib/free-space.ts'
import type { Outbound } from '../../lib/outbound.ts'
import type { Vault } from '../../lib/vault.ts'
import { withArchives } from './archives/archive-storage.ts'
import { createExtractions } from './archives/extractions.ts'
import type { Drives } from './drives/open-drives.ts'
import { openLocalStorage } from './local/local-storage.ts'
import { lastPart } from './path.rules.ts'
import { openS3Storage } from './s3/s3-storage.ts'
import { allowedHosts, type StoredSettings, secretPurpose, shownSettings } from './settings.rules.ts'
import { type Storage, StorageError } from './storage.ts'
import { openWebdavStorage } from './webdav/webdav-storage.ts'

/** The columns of a storage that it is opened by. */
export interface StorageLocation extends StoredSettings {
  /** Sealed; null for one that needs none. */
  readonly secret: string | null
}

export type OpenStorage = (location: StorageLocation) => Storage

/** More than anybody has. */
const mostOpen = 100

export interface StorageSources {
  readonly vault: Vault
  readonly outbound: Outbound
  readonly drives: Drives
  /** Proxies of storages of the network; none without it. */
  readonly proxies?: (() => Proxies) | undefined
  /** Keeps what was unpacked to be heard. */
  readonly unpackedFolder: string
  /** The usual bound without it. */
  readonly unpackedBytes?: number
  readonly isShort?: ShortOfSpace | undefined
}

/** Throws a `UsageError` where the secret was sealed with another key, or for another address. */
export function createStorages({
  vault,
  unpackedFolder,
  unpackedBytes,
  isShort,
  proxies,
  ...network
}: StorageSources): OpenStorage {
  const extractions = createExtractions(unpackedFolder, { mostBytes: unpackedBytes, isShort })
  const open = new LRUCache<string, Storage>({ max: mostOpen })
  return (location) => {
    const name = JSON.stringify([
      location.kind,
      location.root,
      location.options,
      location.secret,
      proxies?.(),
    ])
    const storage =
      open.get(name) ??
      withArchives(openUnsealed(unsealed(location, vault), { ...network, proxies: proxies?.() }), extractions)
    open.set(name, storage)
    return storage
  }
}

/** One whose secret lies open: for memory alone, as that of the thread of a scan. */
export interface UnsealedStorage extends StoredSettings {
  readonly secret: string | null
}

export function unsealed({ secret, ...stored }: StorageLocation, vault: Vault): UnsealedStorage {
  return { ...stored, secret: secret === null ? null : vault.open(secret, secretPurpose(stored.root)) }
}

export function openUnsealed(
  { secret, ...stored }: UnsealedStorage,
  {
    outbound,
    drives,
    proxies,
  }: Pick<StorageSources, 'outbound' | 'drives'> & { readonly proxies?: Proxies | undefined },
): Storage {
  const settings = shownSettings(stored)
  if (settings.kind === 'local') return openLocalStorage(settings.path)
  if (settings.kind === 'drive') {
    const { path, provider } = settings
    const opened = drives.open({ ...settings, name: lastPart(path) || provider })
    if (!opened) throw new StorageError('unavailable', { cause: `${provider} is not spoken to` })
    return opened
  }
  // A storage on the own network is not reached by a proxy outside of it.
  const proxyUrl = settings.ownNetwork === true ? null : (proxies?.[settings.kind] ?? null)
  const reach = { outbound, allowedHosts: allowedHosts(settings), proxyUrl }
  if (settings.kind === 'webdav') {
    const { url, user, allowsHttpRedirects = false } = settings
    return openWebdavStorage({ url, user: user || null, password: secret, allowsHttpRedirects }, reach)
  }
  const { prefix = '', pathStyle = false, endpoint, region, bucket, accessKeyId } = settings
  const keys = { accessKeyId, secretAccessKey: secret ?? '' }
  return openS3Storage({ endpoint, region, bucket, prefix, pathStyle, ...keys }, reach)
}
