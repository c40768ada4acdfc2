/** Accounts that are linked by what an rclone configuration holds. Nothing of it is kept but what is taken, and no response holds a secret. */
import * as v from 'valibot'
import { DriveProvider, LinkResult } from './drives.ts'
import { endpoint } from './kit/endpoint.ts'

/** Theirs have a few kilobytes, unless somebody has hundreds of remotes. */
export const mostRcloneBytes = 256 * 1024

/** JSON makes two of a line break, and six of a character at worst. */
const bodyBytes = 2 * mostRcloneBytes

const Config = v.pipe(
  v.string('textExpected'),
  v.minLength(1, 'required'),
  v.maxLength(mostRcloneBytes, 'textTooLong'),
  v.regex(/^(?:[\t\r\n]|[^\p{Cc}\p{Cs}])*$/u, 'textExpected'),
)

/**
 * `ready`: it can be taken. `noClientId`: it has no client id and secret of its own. `noToken`: no account is linked by it.
 * `crypt`: it encrypts what lies on another one. `storage`: it is none of an account, and can be added as a storage.
 * `unknownType`: nothing of ours reads it. `serviceAccount`: it logs in without an account of somebody. `elsewhere`: it is at
 * other addresses than those that are known of the provider. `otherApp`: the provider is linked by another client id here, or
 * by that of a remote above. `twice`: several have its name.
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
  /** Its index among those of the configuration, from 0 on. */
  number: v.number(),
  name: v.string(),
  /** The name that rclone has for it. */
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
  bodyBytes,
  response: v.object({
    /** `encrypted`: it is read by its password alone. `nothing`: it names no remote, or is none. */
    is: v.picklist(['remotes', 'encrypted', 'nothing']),
    remotes: v.array(RcloneRemote),
    isMore: v.boolean(),
  }),
})

/** No more are named than this. */
export const mostRemotes = 200

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
  bodyBytes,
  response: v.object({ results: v.array(v.object({ number: v.number(), result: LinkResult })) }),
})
