import { DriveProvider } from '@koedana/contract/drives.ts'
import {
  type ShownStorageSettings,
  StorageKind,
  type StorageSettings,
} from '@koedana/contract/storage-settings.ts'
import { type NewStorage, type Storage, StorageDelivery } from '@koedana/contract/storages.ts'
import { AgeCategory } from '@koedana/contract/values.ts'
import * as v from 'valibot'

export const StorageFormValues = v.object({
  kind: StorageKind,
  name: v.pipe(v.string(), v.maxLength(100, 'textTooLong')),
  path: v.string(),
  url: v.string(),
  user: v.string(),
  region: v.string(),
  bucket: v.string(),
  prefix: v.string(),
  provider: DriveProvider,
  /** The ID of a linked account. `folder` is the provider's reference, `path` the readable path. */
  account: v.string(),
  folder: v.string(),
  /** Empty keeps the stored secret. */
  secret: v.string(),
  pathStyle: v.boolean(),
  ownNetwork: v.boolean(),
  allowsHttpRedirects: v.boolean(),
  unknownAge: AgeCategory,
  /** Empty for unlimited depth. */
  depth: v.pipe(
    v.string(),
    v.check((text) => text.trim() === '' || /^([1-9]|[1-5]\d|6[0-4])$/.test(text.trim()), 'depthWrong'),
  ),
  /** One pattern per line. */
  ignored: v.string(),
  delivery: StorageDelivery,
  watch: v.boolean(),
  /** Empty for no automatic scans. */
  rescanHours: v.pipe(
    v.string(),
    v.check(
      (text) => text.trim() === '' || /^([1-9]\d?|[1-6]\d\d|7[01]\d|720)$/.test(text.trim()),
      'hoursWrong',
    ),
  ),
})
export type StorageFormValues = v.InferOutput<typeof StorageFormValues>

const nothing: StorageFormValues = {
  kind: 'local',
  name: '',
  path: '',
  url: '',
  user: '',
  region: 'us-east-1',
  bucket: '',
  prefix: '',
  provider: 'dropbox',
  account: '',
  folder: '',
  secret: '',
  pathStyle: true,
  ownNetwork: false,
  allowsHttpRedirects: false,
  unknownAge: 'r18',
  depth: '',
  ignored: '',
  delivery: 'auto',
  watch: true,
  rescanHours: '24',
}

export function toStorageForm(storage: Storage | undefined): StorageFormValues {
  if (!storage) return nothing
  const { name, unknownAge, depth, ignored, delivery, settings, watch, rescanHours } = storage
  const numbers = { depth: textOf(depth), rescanHours: textOf(rescanHours) }
  const decided = { name, unknownAge, delivery, watch, ...numbers }
  return { ...nothing, ...decided, ...toSettingsForm(settings), ignored: ignored.join('\n') }
}

const textOf = (number: number | null): string => (number === null ? '' : String(number))
const numberIn = (text: string): number | null => (text.trim() === '' ? null : Number(text))

function toSettingsForm(settings: ShownStorageSettings): Partial<StorageFormValues> {
  if (settings.kind === 'local' || settings.kind === 'drive') return settings
  const { kind, ownNetwork = false } = settings
  if (settings.kind === 'webdav') {
    const { url, user, allowsHttpRedirects = false } = settings
    return { kind, ownNetwork, allowsHttpRedirects, url, user: user ?? '' }
  }
  const { endpoint: url, accessKeyId: user, region, bucket, prefix = '', pathStyle = false } = settings
  return { kind, ownNetwork, url, user, region, bucket, prefix, pathStyle }
}

/** Returns the settings with the entered secret, or without one to keep the stored secret. */
export function settingsFromForm(typed: StorageFormValues): StorageSettings {
  const { kind, ownNetwork, secret } = typed
  const [url, user] = [typed.url.trim(), typed.user.trim()]
  if (kind === 'local') return { kind, path: typed.path.trim() }
  if (kind === 'drive') {
    const { provider, account, folder, path } = typed
    return { kind, provider, account, folder, path }
  }
  if (kind === 'webdav') {
    const { allowsHttpRedirects } = typed
    const location = { url, user: user || null, allowsHttpRedirects, ownNetwork }
    return { kind, ...location, ...(secret && { password: secret }) }
  }
  const [region, bucket, prefix] = [typed.region.trim(), typed.bucket.trim(), typed.prefix.trim()]
  const location = { endpoint: url, region, bucket, prefix, accessKeyId: user, pathStyle: typed.pathStyle }
  return { kind, ...location, ownNetwork, ...(secret && { secretAccessKey: secret }) }
}

export function storageFromForm(typed: StorageFormValues): NewStorage {
  const { name, unknownAge, delivery, watch } = typed
  const ignored = typed.ignored.split('\n').map((line) => line.trim())
  return {
    settings: settingsFromForm(typed),
    name: name.trim(),
    unknownAge,
    delivery,
    watch,
    depth: numberIn(typed.depth),
    rescanHours: numberIn(typed.rescanHours),
    ignored: ignored.filter(Boolean),
  }
}

/** Maps the server's error paths to form fields. */
export const faultFields = {
  'settings.path': 'path',
  'settings.account': 'account',
  'settings.url': 'url',
  'settings.endpoint': 'url',
  'settings.user': 'user',
  'settings.accessKeyId': 'user',
  'settings.region': 'region',
  'settings.bucket': 'bucket',
  'settings.prefix': 'prefix',
  'settings.password': 'secret',
  'settings.secretAccessKey': 'secret',
  settings: 'path',
  name: 'name',
  ignored: 'ignored',
  rescanHours: 'rescanHours',
} as const satisfies Readonly<Record<string, keyof StorageFormValues>>
