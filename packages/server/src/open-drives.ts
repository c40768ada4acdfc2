/** Cloud drives: the accounts that are linked, their tokens, and the storages on them. */
import type { Db } from './db/schema.ts'
import { createDriveApps, type DriveApps, type FixedApps } from './features/drives/apps.ts'
import { findAccount } from './features/drives/drives.store.ts'
import { createOAuthDesk, type OAuthDesk } from './features/drives/oauth.ts'
import { createTokens } from './features/drives/tokens.ts'
import type { HasAccount } from './features/storage-admin/storages.api.ts'
import type { DriveAccess } from './features/storages/drives/drive.ts'
import { openGateway } from './features/storages/drives/gateway.ts'
import { createDrives, type Drives } from './features/storages/drives/open-drives.ts'
import type { Log } from './lib/log.ts'
import type { Outbound } from './lib/outbound.ts'
import type { Vault } from './lib/vault.ts'

export interface LinkedDrives {
  readonly drives: Drives
  readonly driveAccess: DriveAccess
  readonly driveGateway: string | undefined
  readonly apps: DriveApps
  readonly desk: OAuthDesk
  readonly hasAccount: HasAccount
}

export interface LinkedDriveSources {
  readonly write: Db
  readonly vault: Vault
  readonly outbound: Outbound
  readonly now: () => Date
  readonly log: Log
  readonly driveApps?: FixedApps | undefined
  readonly driveGateway?: string | undefined
}

export function openLinkedDrives(sources: LinkedDriveSources): LinkedDrives {
  const { write, outbound, driveGateway, driveApps: fixed = {}, now } = sources
  const reach = { outbound, gateway: driveGateway }
  const desk = createOAuthDesk(openGateway(reach), now)
  const apps = createDriveApps({ ...sources, fixed })
  const driveAccess = createTokens({ ...sources, apps, desk })
  return {
    drives: createDrives({ ...reach, access: driveAccess, now }),
    driveAccess,
    driveGateway,
    apps,
    desk,
    hasAccount: async ({ account, provider }) => (await findAccount(write, account))?.provider === provider,
  }
}
