/** Links drive accounts from an rclone configuration. Only linked remotes are stored, and no response contains a secret. */
import * as v from 'valibot'
import { DriveProvider, LinkResult } from './drives.ts'
import { endpoint } from './kit/endpoint.ts'

/** Configurations have a few kilobytes, except with hundreds of remotes. */
export const maxRcloneBytes = 256 * 1024

/** JSON escapes a line break as two characters, and other characters as up to six. */
const maxBodyBytes = 2 * maxRcloneBytes

const Config = v.pipe(
  v.string('textExpected'),
  v.minLength(1, 'required'),
  v.maxLength(maxRcloneBytes, 'textTooLong'),
  v.regex(/^(?:[\t\r\n]|[^\p{Cc}\p{Cs}])*$/u, 'textExpected'),
)

/**
 * `ready`: can be linked. `noClientId`: no client ID and secret of its own. `noToken`: no account is linked. `crypt`: encrypts another
 * remote. `storage`: has no account, but can be added as a storage. `unknownType`: not supported. `serviceAccount`: logs in without a user
 * account. `elsewhere`: uses other addresses than the provider's known ones. `otherApp`: the provider is linked with another client ID on
 * this server, or by a remote above. `twice`: several remotes have this name.
 */
export const rcloneStates = [
  'ready',
  'noClientId',
  'noToken',
  'crypt',
  'storage',
  'unknownType',
  'serviceAccount',
  'elsewhere',
  'otherApp',
  'twice',
] as const
export const RcloneState = v.picklist(rcloneStates, 'valueUnknown')
export type RcloneState = v.InferOutput<typeof RcloneState>

export const RcloneRemote = v.object({
  /** Index in the configuration, from 0. */
  number: v.number(),
  name: v.string(),
  /** The type in rclone's terms. */
  type: v.string(),
  provider: v.nullable(DriveProvider),
  state: RcloneState,
})
export type RcloneRemote = v.InferOutput<typeof RcloneRemote>

export const readRclone = endpoint({
  method: 'POST',
  path: '/admin/drives/rclone/read',
  access: 'admin',
  rate: 'write',
  summary: 'Read an rclone configuration',
  description: 'Lists its remotes and which can be linked. Nothing is stored.',
  body: v.object({ config: Config }),
  bodyBytes: maxBodyBytes,
  response: v.object({
    /** `encrypted`: protected by a password. `nothing`: no remotes, or not an rclone configuration. */
    is: v.picklist(['remotes', 'encrypted', 'nothing']),
    remotes: v.array(RcloneRemote),
    isMore: v.boolean(),
  }),
})

export const maxRemotes = 200

export const importRclone = endpoint({
  method: 'POST',
  path: '/admin/drives/rclone/import',
  access: 'admin',
  rate: 'write',
  summary: 'Link drives from an rclone configuration',
  body: v.object({
    config: Config,
    remotes: v.pipe(
      v.array(v.pipe(v.number('numberExpected'), v.integer('numberExpected'), v.minValue(0, 'valueUnknown'))),
      v.minLength(1, 'required'),
      v.maxLength(20, 'valueUnknown'),
    ),
  }),
  bodyBytes: maxBodyBytes,
  response: v.object({ results: v.array(v.object({ number: v.number(), result: LinkResult })) }),
})
