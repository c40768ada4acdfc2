/** Stores the OAuth apps with which this server is registered at providers: from the environment, else as administrators entered them. */
import { type DriveProvider, driveProviders } from '@koedana/contract/drives.ts'
import type { Db } from '../../db/schema.ts'
import type { Vault } from '../../lib/vault.ts'
import type { AppCredentials, AppPlacement } from '../storages/drives/drive.ts'
import { findApp, listApps, saveApp } from './drives.store.ts'
import { appPurpose } from './encryption-contexts.rules.ts'

export interface GivenApp {
  readonly clientId: string | null
  readonly hasSecret: boolean
  readonly isFixed: boolean
}

export interface DriveApps {
  readonly find: (provider: DriveProvider) => Promise<AppCredentials | undefined>
  readonly list: () => Promise<ReadonlyMap<DriveProvider, GivenApp>>
  /** Returns `fixed` if the environment sets the app, `secret` if a new client ID needs a new secret. */
  readonly save: (
    provider: DriveProvider,
    app: { readonly clientId: string; readonly clientSecret?: string | undefined },
  ) => Promise<'saved' | 'fixed' | 'secret'>
}

export type FixedApps = Readonly<Partial<Record<DriveProvider, AppCredentials>>>

/** Set for the whole server, and valid for apps that are entered in the browser too. */
export type AppPlacements = Readonly<Partial<Record<DriveProvider, AppPlacement>>>

export interface AppSources {
  readonly write: Db
  readonly vault: Vault
  readonly fixed: FixedApps
  readonly placements?: AppPlacements | undefined
}

export function createDriveApps({ write, vault, fixed, placements = {} }: AppSources): DriveApps {
  return {
    find: async (provider) => {
      const set = fixed[provider]
      if (set) return set
      const placement = placements[provider]
      const row = await findApp(write, provider)
      if (!row?.secret) return undefined
      const { client_id: clientId, secret } = row
      const clientSecret = vault.open(secret, appPurpose(provider, clientId))
      return placement ? { clientId, clientSecret, placement } : { clientId, clientSecret }
    },
    list: async () => {
      const typed = (await listApps(write)).map(({ provider, client_id: clientId, secret }) => {
        const app: GivenApp = { clientId, hasSecret: secret !== null, isFixed: false }
        return [provider, app] as const
      })
      const set = driveProviders.flatMap((provider) => {
        const clientId = fixed[provider]?.clientId
        const app: GivenApp = { clientId: clientId ?? null, hasSecret: true, isFixed: true }
        return clientId === undefined ? [] : [[provider, app] as const]
      })
      return new Map([...typed, ...set])
    },
    save: async (provider, { clientId, clientSecret }) => {
      if (fixed[provider]) return 'fixed'
      const before = await findApp(write, provider)
      const kept = before?.client_id === clientId ? before.secret : null
      const secret =
        clientSecret === undefined ? kept : vault.seal(clientSecret, appPurpose(provider, clientId))
      if (secret === null) return 'secret'
      await saveApp(write, { provider, client_id: clientId, secret })
      return 'saved'
    },
  }
}
