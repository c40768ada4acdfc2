/** Decides which rclone remotes are accounts that can be linked here, and what is imported from them. */
import type { DriveProvider } from '@koedana/contract/drives.ts'
import type { RcloneState } from '@koedana/contract/rclone.ts'
import * as v from 'valibot'
import type { AppCredentials, DriveFacts } from '../../storages/drives/drive.ts'
import type { Tokens } from '../oauth.ts'
import type { RcloneSection } from './rclone-config.rules.ts'

export interface Remote {
  readonly number: number
  readonly name: string
  readonly type: string
  readonly provider: DriveProvider | null
  readonly state: RcloneState
  /** Set only for remotes that are ready to import. */
  readonly taken?: ImportableRemote
}

export interface ImportableRemote {
  readonly provider: DriveProvider
  readonly app: AppCredentials
  readonly tokens: Tokens
}

interface Backend {
  readonly provider: DriveProvider
  /** Returns the root folder of the remote as our reference; undefined for the top. */
  readonly rootOf?: (values: Values) => string | undefined
  /** Settings for logins without a user's account, such as service accounts. */
  readonly machineKeys?: readonly string[]
}

type Values = RcloneSection['values']

const backends: ReadonlyMap<string, Backend> = new Map<string, Backend>([
  ['dropbox', { provider: 'dropbox' }],
  ['yandex', { provider: 'yandex_disk' }],
  [
    'onedrive',
    {
      provider: 'onedrive',
      rootOf: (values) => {
        const drive = given(values, 'drive_id')
        return drive && `${drive} ${given(values, 'root_folder_id') ?? 'root'}`
      },
      machineKeys: ['client_credentials'],
    },
  ],
  [
    'drive',
    {
      provider: 'google_drive',
      rootOf: (values) => given(values, 'root_folder_id') ?? given(values, 'team_drive'),
      machineKeys: ['service_account_file', 'service_account_credentials', 'env_auth'],
    },
  ],
  [
    'box',
    {
      provider: 'box',
      rootOf: (values) => folderOf(given(values, 'root_folder_id')),
      machineKeys: ['box_config_file', 'access_token'],
    },
  ],
  [
    'pcloud',
    {
      provider: 'pcloud',
      rootOf: (values) => folderOf(given(values, 'root_folder_id')?.replace(/^d/, '')),
    },
  ],
])

/** Storages without an account, which are added on the storages page. */
const storageTypes: ReadonlySet<string> = new Set(['webdav', 's3', 'local'])

/** Returns a value; undefined for values that rclone treats as unset. */
function given(values: Values, key: string): string | undefined {
  const value = values.get(key)
  return value === '' || value === 'false' ? undefined : value
}

const folderOf = (id: string | undefined) => (id === undefined ? undefined : `folder ${id}`)

/** Client IDs in use here, by provider. */
export type UsedApps = ReadonlyMap<DriveProvider, string>

export interface RemoteContext {
  readonly used: UsedApps
  readonly factsOf: (provider: DriveProvider) => Facts | undefined
}

type Facts = Pick<DriveFacts, 'refreshToken' | 'regions'>

export function remotesIn(
  sections: readonly RcloneSection[],
  { used, factsOf }: RemoteContext,
): readonly Remote[] {
  const apps = new Map(used)
  const times = new Map<string, number>()
  for (const { name } of sections) times.set(name, (times.get(name) ?? 0) + 1)
  return sections.map(({ name, values }, number) => {
    const type = values.get('type') ?? ''
    const backend = backends.get(type)
    const provider = backend?.provider ?? null
    const read =
      times.get(name) !== 1
        ? 'twice'
        : backend
          ? readRemote(backend, values, factsOf(backend.provider))
          : stateOfType(type)
    if (typeof read === 'string') return { number, name, type, provider, state: read }
    const known = apps.get(read.provider)
    if (known !== undefined && known !== read.app.clientId)
      return { number, name, type, provider, state: 'otherApp' }
    apps.set(read.provider, read.app.clientId)
    return { number, name, type, provider, state: 'ready', taken: read }
  })
}

const stateOfType = (type: string): RcloneState =>
  type === 'crypt' ? 'crypt' : storageTypes.has(type) ? 'storage' : 'unknownType'

function readRemote(
  backend: Backend,
  values: Values,
  facts: Facts | undefined,
): ImportableRemote | RcloneState {
  const { provider, rootOf, machineKeys = [] } = backend
  if (machineKeys.some((key) => given(values, key) !== undefined)) return 'serviceAccount'
  const extra = extraOf(provider, values, facts)
  if (extra === undefined) return 'elsewhere'
  const [clientId, clientSecret] = [given(values, 'client_id'), given(values, 'client_secret')]
  if (clientId === undefined || clientSecret === undefined) return 'noClientId'
  const tokens = tokensIn(values.get('token') ?? '', facts)
  if (!tokens) return 'noToken'
  const root = rootOf?.(values)
  const all = { ...tokens, extra: { ...extra, ...(root !== undefined && { root }) } }
  return { provider, app: { clientId, clientSecret }, tokens: all }
}

/** Returns undefined if the remote uses hosts that must not receive the provider's secrets. */
function extraOf(
  provider: DriveProvider,
  values: Values,
  facts: Facts | undefined,
): Tokens['extra'] | undefined {
  const isOwn = ['auth_url', 'token_url'].every((key) => given(values, key) === undefined)
  const region = given(values, 'region') ?? 'global'
  if (!isOwn || (provider === 'onedrive' && region !== 'global')) return undefined
  const { regions } = facts ?? {}
  if (!regions) return {}
  const host = given(values, 'hostname') ?? Object.values(regions)[0] ?? ''
  return Object.values(regions).includes(host) ? { host } : undefined
}

const filled = v.pipe(v.string(), v.minLength(1))
const Token = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ access_token: filled, refresh_token: v.optional(v.string()), expiry: v.optional(v.string()) }),
)

function tokensIn(text: string, facts: Facts | undefined): Omit<Tokens, 'extra'> | undefined {
  const read = v.safeParse(Token, text)
  if (!read.success) return undefined
  const { access_token: accessToken, refresh_token } = read.output
  if (facts?.refreshToken === 'none') return { accessToken, refreshToken: null, expiresAt: null }
  // The remaining lifetime of the access token does not matter, since a new one is requested right away.
  return refresh_token ? { accessToken, refreshToken: refresh_token, expiresAt: null } : undefined
}
