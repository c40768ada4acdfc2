import {
  ShownStorageSettings,
  type StorageKind,
  type StorageSettings,
} from '@koedana/contract/storage-settings.ts'
import * as v from 'valibot'

/** Columns that determine where a storage is. The secret is encrypted for this root only. */
export interface StoredSettings {
  readonly kind: StorageKind
  readonly root: string
  /** JSON without secrets. */
  readonly options: string
}

/** Returns the secret in the input: undefined if none was given, null to delete it. */
export const extractSecret = (settings: StorageSettings): string | null | undefined => {
  switch (settings.kind) {
    case 'local':
    // Tokens of drive accounts are not part of the storage.
    case 'drive':
      return undefined
    case 'webdav':
      return settings.password === '' ? null : settings.password
    case 's3':
      return settings.secretAccessKey === '' ? null : settings.secretAccessKey
    // Makes the compiler require a case for each new kind.
    default:
      return settings satisfies never
  }
}

export function toStoredSettings(settings: StorageSettings): StoredSettings {
  const { kind } = settings
  if (kind === 'local') return { kind, root: settings.path, options: '{}' }
  // Parsing again removes everything that must not be shown.
  const shown = v.parse(ShownStorageSettings, settings)
  return { kind, root: toRoot(shown), options: JSON.stringify(shown) }
}

/**
 * Returns an identifier that is shown to administrators. It includes the account, because two accounts at one address may see different
 * files.
 */
function toRoot(settings: ShownStorageSettings): string {
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

export function toShownSettings({ kind, root, options }: StoredSettings): ShownStorageSettings {
  if (kind === 'local') return { kind, path: root }
  return v.parse(v.pipe(v.string(), v.parseJson(), ShownStorageSettings), options)
}

/** Returns the purpose for which the vault encrypts a secret. Copied to another storage's row, it cannot be decrypted. */
export const secretPurpose = (root: string): string => `storage ${root}`

/** Returns hosts that may have private addresses: only if an administrator declared the storage as part of their own network. */
export function allowedHosts(settings: ShownStorageSettings): readonly string[] {
  if (settings.kind === 'local' || settings.kind === 'drive' || settings.ownNetwork !== true) return []
  const { hostname } = new URL(settings.kind === 'webdav' ? settings.url : settings.endpoint)
  const host = hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
  return settings.kind === 's3' ? [host, `${settings.bucket.toLowerCase()}.${host}`] : [host]
}
