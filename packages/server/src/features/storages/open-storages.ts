/** Opens the storages from which files are served, and caches them until their settings change. */

import type { Proxies } from '@koedana/contract/site-settings.ts'
import { LRUCache } from 'lru-cache'
import type { SpaceShortageCheck } from '../../lib/free-space.ts'
import type { Outbound } from '../../lib/outbound.ts'
import type { Vault } from '../../lib/vault.ts'
import { withArchives } from './archives/archive-storage.ts'
import { createExtractionCache } from './archives/extraction-cache.ts'
import type { Drives } from './drives/open-drives.ts'
import { openLocalStorage } from './local/local-storage.ts'
import { lastPart } from './path.rules.ts'
import { openS3Storage } from './s3/s3-storage.ts'
import { allowedHosts, type StoredSettings, secretPurpose, toShownSettings } from './settings.rules.ts'
import { type Storage, StorageError } from './storage.ts'
import { openWebdavStorage } from './webdav/webdav-storage.ts'

export interface StorageLocation extends StoredSettings {
  /** Encrypted; null if the storage needs none. */
  readonly secret: string | null
}

export type OpenStorage = (location: StorageLocation) => Storage

const maxOpen = 100

export interface StorageSources {
  readonly vault: Vault
  readonly outbound: Outbound
  readonly drives: Drives
  readonly proxies?: (() => Proxies) | undefined
  readonly unpackedFolder: string
  readonly unpackedBytes?: number
  readonly isShort?: SpaceShortageCheck | undefined
}

/** The returned function throws a `UsageError` if a secret was encrypted with another key or for another address. */
export function createStorages({
  vault,
  unpackedFolder,
  unpackedBytes,
  isShort,
  proxies,
  ...network
}: StorageSources): OpenStorage {
  const extractions = createExtractionCache(unpackedFolder, { maxBytes: unpackedBytes, isShort })
  const open = new LRUCache<string, Storage>({ max: maxOpen })
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
      withArchives(
        openDecrypted(decryptStorage(location, vault), { ...network, proxies: proxies?.() }),
        extractions,
      )
    open.set(name, storage)
    return storage
  }
}

/** A storage with its decrypted secret, which must stay in memory. */
export interface DecryptedStorage extends StoredSettings {
  readonly secret: string | null
}

/** Decrypts the secret of a storage. */
export function decryptStorage({ secret, ...stored }: StorageLocation, vault: Vault): DecryptedStorage {
  return { ...stored, secret: secret === null ? null : vault.open(secret, secretPurpose(stored.root)) }
}

export function openDecrypted(
  { secret, ...stored }: DecryptedStorage,
  {
    outbound,
    drives,
    proxies,
  }: Pick<StorageSources, 'outbound' | 'drives'> & { readonly proxies?: Proxies | undefined },
): Storage {
  const settings = toShownSettings(stored)
  if (settings.kind === 'local') return openLocalStorage(settings.path)
  if (settings.kind === 'drive') {
    const { path, provider } = settings
    const opened = drives.open({ ...settings, name: lastPart(path) || provider })
    if (!opened) throw new StorageError('unavailable', { cause: `${provider} is not spoken to` })
    return opened
  }
  // A storage in the administrator's own network is not reached through the proxy.
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
