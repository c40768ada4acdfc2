/** A storage as it is typed, and what is meant by it. */
import {
  type NewStorage,
  type ShownStorageSettings,
  type Storage,
  StorageDelivery,
  StorageKind,
  type StorageSettings,
} from '@koedana/contract/storages.ts'
import { AgeCategory } from '@koedana/contract/values.ts'
import * as v from 'valibot'

export const TypedStorage = v.object({
  kind: StorageKind,
  name: v.pipe(v.string(), v.maxLength(100, 'textTooLong')),
  path: v.string(),
  url: v.string(),
  user: v.string(),
  region: v.string(),
  bucket: v.string(),
  prefix: v.string(),
  /** Empty keeps the one that is stored. */
  secret: v.string(),
  pathStyle: v.boolean(),
  ownNetwork: v.boolean(),
  unknownAge: AgeCategory,
  /** Empty for as deep as it goes. */
  depth: v.pipe(
    v.string(),
    v.check((text) => text.trim() === '' || /^([1-9]|[1-5]\d|6[0-4])$/.test(text.trim()), 'depthWrong'),
  ),
  /** One pattern a line. */
  ignored: v.string(),
  delivery: StorageDelivery,
})
export type TypedStorage = v.InferOutput<typeof TypedStorage>

const nothing: TypedStorage = {
  kind: 'local',
  name: '',
  path: '',
  url: '',
  user: '',
  region: 'us-east-1',
  bucket: '',
  prefix: '',
  secret: '',
  pathStyle: true,
  ownNetwork: false,
  unknownAge: 'r18',
  depth: '',
  ignored: '',
  delivery: 'auto',
}

export function typedStorage(storage: Storage | undefined): TypedStorage {
  if (!storage) return nothing
  const { name, unknownAge, depth, ignored, delivery, settings } = storage
  const decided = { name, unknownAge, delivery, depth: depth === null ? '' : String(depth) }
  return { ...nothing, ...decided, ...typedSettings(settings), ignored: ignored.join('\n') }
}

function typedSettings(settings: ShownStorageSettings): Partial<TypedStorage> {
  if (settings.kind === 'local') return settings
  const { kind, ownNetwork = false } = settings
  if (settings.kind === 'webdav') return { kind, ownNetwork, url: settings.url, user: settings.user ?? '' }
  const { endpoint: url, accessKeyId: user, region, bucket, prefix = '', pathStyle = false } = settings
  return { kind, ownNetwork, url, user, region, bucket, prefix, pathStyle }
}

/** The secret that is typed, or none where the one that is stored is to be kept. */
export function meantSettings(typed: TypedStorage): StorageSettings {
  const { kind, ownNetwork, secret } = typed
  const [url, user] = [typed.url.trim(), typed.user.trim()]
  if (kind === 'local') return { kind, path: typed.path.trim() }
  if (kind === 'webdav') {
    return { kind, url, user: user || null, ownNetwork, ...(secret && { password: secret }) }
  }
  const [region, bucket, prefix] = [typed.region.trim(), typed.bucket.trim(), typed.prefix.trim()]
  const place = { endpoint: url, region, bucket, prefix, accessKeyId: user, pathStyle: typed.pathStyle }
  return { kind, ...place, ownNetwork, ...(secret && { secretAccessKey: secret }) }
}

export function meantStorage(typed: TypedStorage): NewStorage {
  const { name, unknownAge, delivery, depth } = typed
  const ignored = typed.ignored.split('\n').map((line) => line.trim())
  return {
    settings: meantSettings(typed),
    name: name.trim(),
    unknownAge,
    delivery,
    depth: depth.trim() === '' ? null : Number(depth),
    ignored: ignored.filter(Boolean),
  }
}

/** Where the server says it, and the field that shows it. */
export const faultFields = {
  'settings.path': 'path',
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
} as const satisfies Readonly<Record<string, keyof TypedStorage>>
