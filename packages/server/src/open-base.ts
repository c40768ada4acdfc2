/** Opens what every process needs first, whatever its role. */
import { type Config, isPublished } from './config.ts'
import { openClock } from './db/clock.ts'
import type { Operation } from './db/open.ts'
import type { Db } from './db/schema.ts'
import type { Deps, DepsOptions, DepsOptionsWithClock } from './deps.ts'
import {
  type AppPlacements,
  createDriveApps,
  type DriveApps,
  type FixedApps,
} from './features/drives/apps.ts'
import { findAccount } from './features/drives/drives.store.ts'
import { createOAuthClient, type OAuthClient } from './features/drives/oauth.ts'
import { createTokens } from './features/drives/tokens.ts'
import type { CheckSources } from './features/metadata/marketplace/check.ts'
import { createMarketplace } from './features/metadata/marketplace/client.ts'
import type { LookupSource } from './features/metadata/source.ts'
import { openSiteSettings, type SiteSettings } from './features/settings/site.ts'
import type { HasAccount } from './features/storage-admin/storages.api.ts'
import { createLimitMemory } from './features/storages/drives/account-limits.ts'
import type { DriveAccess } from './features/storages/drives/drive.ts'
import { openGateway } from './features/storages/drives/gateway.ts'
import { createDrives, type Drives } from './features/storages/drives/open-drives.ts'
import { about } from './features/system/about.ts'
import { observedMarketplace, observedOutbound } from './features/system/register-metrics.ts'
import { openVault } from './features/vault/open-vault.ts'
import { createSpaceShortageCheck } from './lib/free-space.ts'
import type { Log } from './lib/log.ts'
import type { Metrics } from './lib/metrics.ts'
import { createOutbound, type Outbound } from './lib/outbound.ts'
import type { Vault } from './lib/vault.ts'
import { openConfigured } from './open-configured.ts'
import { type Files, openFiles } from './open-files.ts'

/** Opens the database and calls `open` with it. Closes the database if that fails. */
export async function openWithDatabase<T>(
  config: Config,
  { log, metrics }: Pick<DepsOptions, 'log' | 'metrics'>,
  open: (opened: DepsOptions) => Promise<T>,
): Promise<T> {
  const onQuery = queryObserverOf(metrics)
  const database = await openConfigured(config, { hasWriterThread: true, isImpatient: true, onQuery })
  return open({ ...depsOptionsOf(config, { log, metrics }), database }).catch(async (cause: unknown) => {
    await database.close()
    throw cause
  })
}

/** Returns an observer that records the duration of database statements. */
export const queryObserverOf = (metrics: Metrics | undefined) =>
  metrics && ((operation: Operation, ms: number) => metrics.queryEnded(operation, ms / 1_000))

export const depsOptionsOf = (config: Config, { log, metrics }: Pick<DepsOptions, 'log' | 'metrics'>) => ({
  ...config,
  log,
  metrics,
  isPublished: isPublished(config),
  isShort: createSpaceShortageCheck({ folder: config.dataFolder, floorBytes: config.minFreeBytes }),
})

export interface Base {
  readonly now: () => Date
  readonly vault: Vault
  readonly site: SiteSettings
  readonly network: NetworkParts
  readonly files: Files
}

export async function openBase(opened: DepsOptions): Promise<Base> {
  const { database, log } = opened
  const now = opened.now ?? (await openClock(database, log))
  const vault = await openVault({ ...opened, write: database.write })
  const site = await openSiteSettings(database.write, vault)
  const network = openNetworkParts({ ...opened, now }, { site, vault })
  return {
    now,
    vault,
    site,
    network,
    files: openFiles({ ...opened, ...network, vault, proxies: () => site.current().proxies }),
  }
}

type NetworkParts = Network & LinkedDrives & Pick<Deps, 'publicUrl'>

/** Opens everything that depends on other servers, or on this server's URL. */
function openNetworkParts(
  opened: DepsOptionsWithClock,
  { site, vault }: Pick<Deps, 'site' | 'vault'>,
): NetworkParts {
  const { database, publicUrl, group, member } = opened
  const { driveLimits } = group ?? member ?? {}
  const network = openNetwork({ ...opened, site })
  const { outbound } = network
  const proxyUrl = () => site.current().proxies.drives
  return {
    ...network,
    ...openLinkedDrives({ ...opened, write: database.write, vault, outbound, driveLimits, proxyUrl }),
    publicUrl,
  }
}

export interface Network {
  readonly outbound: Outbound
  readonly marketplace: LookupSource
  readonly marketplaceCheck: CheckSources
}

interface NetworkSources {
  readonly site: SiteSettings
  readonly now: () => Date
  readonly log: Log
  /** Metrics are not collected without it. */
  readonly metrics?: Metrics | undefined
}

export function openNetwork({ site, now, log, metrics }: NetworkSources): Network {
  const settings = () => site.current().marketplace
  const plain = createOutbound({ userAgent: `${about.name}/${about.version} (+self-hosted catalogue)` })
  const outbound = metrics ? observedOutbound(plain, metrics) : plain
  const marketplace = createMarketplace({ settings, outbound, now, log })
  return {
    outbound,
    marketplace: metrics ? observedMarketplace(marketplace, metrics) : marketplace,
    marketplaceCheck: { settings, outbound },
  }
}

export interface LinkedDrives {
  readonly drives: Drives
  readonly driveAccess: DriveAccess
  readonly driveGateway: string | undefined
  /** Rate limits of accounts, shared with scan threads. */
  readonly driveLimits: SharedArrayBuffer
  readonly apps: DriveApps
  readonly oauth: OAuthClient
  readonly hasAccount: HasAccount
}

export interface LinkedDriveSources {
  readonly write: Db
  readonly vault: Vault
  readonly outbound: Outbound
  readonly now: () => Date
  readonly log: Log
  readonly driveApps?: FixedApps | undefined
  readonly drivePlacements?: AppPlacements | undefined
  readonly driveGateway?: string | undefined
  readonly driveLimits?: SharedArrayBuffer | undefined
  readonly proxyUrl?: (() => string | null) | undefined
}

export function openLinkedDrives(sources: LinkedDriveSources): LinkedDrives {
  const { write, outbound, driveGateway, driveApps: fixed = {}, now } = sources
  const { driveLimits = createLimitMemory() } = sources
  const reach = { outbound, gateway: driveGateway, proxyUrl: sources.proxyUrl }
  const oauth = createOAuthClient(openGateway(reach), now)
  const apps = createDriveApps({ ...sources, fixed, placements: sources.drivePlacements })
  const driveAccess = createTokens({ ...sources, apps, oauth })
  return {
    drives: createDrives({ ...reach, access: driveAccess, now, limitMemory: driveLimits }),
    driveAccess,
    driveGateway,
    driveLimits,
    apps,
    oauth,
    hasAccount: async ({ account, provider }) => (await findAccount(write, account))?.provider === provider,
  }
}
