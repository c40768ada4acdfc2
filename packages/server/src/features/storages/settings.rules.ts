/** Converts what a storage is opened with: as somebody says it, as the database has it, and as it is shown. */
import {
  ShownStorageSettings,
  type StorageKind,
  type StorageSettings,
} from '@koedana/contract/storage-settings.ts'
import * as v from 'valibot'

/** The columns of a storage that say where it lies. The secret is sealed for this root and no other. */
export interface StoredSettings {
  readonly kind: StorageKind
  readonly root: string
  /** JSON without a secret. */
  readonly options: string
}

/** Returns the secret that was said with them: undefined for none said, null for one that is to go. */
export const secretIn = (settings: StorageSettings): string | null | undefined => {
  switch (settings.kind) {
    case 'local':
    // Accounts of drives have their tokens elsewhere.
    case 'drive':
      return undefined
    case 'webdav':
      return settings.password === '' ? null : settings.password
    case 's3':
      return settings.secretAccessKey === '' ? null : settings.secretAccessKey
    // The compiler requires here the secret of a kind that is added.
    default:
      return settings satisfies never
  }
}

export function storedSettings(settings: StorageSettings): StoredSettings {
  const { kind } = settings
  if (kind === 'local') return { kind, root: settings.path, options: '{}' }
  // It is parsed anew, so that nothing but what may be shown is stored.
  const shown = v.parse(ShownStorageSettings, settings)
  return { kind, root: rootOf(shown), options: JSON.stringify(shown) }
}

/** It distinguishes storages, and is shown: two accounts at one address may see other files. */
function rootOf(settings: ShownStorageSettings): string {
  if (settings.kind === 'local') return settings.path
  if (settings.kind === 'drive') return `${settings.provider}:${settings.account}/${settings.path}`
  const url = new URL(settings.kind === 'webdav' ? settings.url : settings.endpoint)
  url.search = ''
  url.hash = ''
  if (settings.kind === 'webdav') {
    url.username = settings.user ?? ''
    return url.href.replace(/\/+$/, '')
  }
  const path = [settings.bucket, ...(settings.prefix ?? '').split('/')].filter(Boolean).join('/')
  url.username = settings.accessKeyId
  return `s3+${url.href.replace(/\/+$/, '')}/${path}`
}

export function shownSettings({ kind, root, options }: StoredSettings): ShownStorageSettings {
  if (kind === 'local') return { kind, path: root }
  return v.parse(v.pipe(v.string(), v.parseJson(), ShownStorageSettings), options)
}

/** Returns what the vault seals a secret of it for: moved to another address in the database, it opens nothing. */
export const secretPurpose = (root: string): string => `storage ${root}`

/** Hosts of it that may have private addresses: none unless an administrator said that it is on their own network. */
export function allowedHosts(settings: ShownStorageSettings): readonly string[] {
  if (settings.kind === 'local' || settings.kind === 'drive' || settings.ownNetwork !== true) return []
  const { hostname } = new URL(settings.kind === 'webdav' ? settings.url : settings.endpoint)
  const host = hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
  return settings.kind === 's3' ? [host, `${settings.bucket.toLowerCase()}.${host}`] : [host]
}
