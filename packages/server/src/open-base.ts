/** What every process of a server opens first, whatever its role. */
import { type Config, isPublished } from './config.ts'
import { openClock } from './db/clock.ts'
import type { Operation } from './db/open.ts'
import type { Deps, Opened, OpenedNow } from './deps.ts'
import { openSiteSettings, type SiteSettings } from './features/settings/site.ts'
import { openVault } from './features/vault/open-vault.ts'
import { watchFreeSpace } from './lib/free-space.ts'
import type { Metrics } from './lib/metrics.ts'
import type { Vault } from './lib/vault.ts'
import { openConfigured } from './open-configured.ts'
import { type LinkedDrives, openLinkedDrives } from './open-drives.ts'
import { type Files, openFiles } from './open-files.ts'
import { type Network, openNetwork } from './open-network.ts'

/** Opens the database and what `open` makes over it, which closes the database with itself. */
export async function openOver<T>(
  config: Config,
  { log, metrics }: Pick<Opened, 'log' | 'metrics'>,
  open: (opened: Opened) => Promise<T>,
): Promise<T> {
  const onQuery = queriesOf(metrics)
  const database = await openConfigured(config, { hasWriterThread: true, isImpatient: true, onQuery })
  return open({ ...configured(config, { log, metrics }), database }).catch(async (cause: unknown) => {
    await database.close()
    throw cause
  })
}

export const queriesOf = (metrics: Metrics | undefined) =>
  metrics && ((operation: Operation, ms: number) => metrics.queryEnded(operation, ms / 1_000))

/** What is opened by settings. */
export const configured = (config: Config, { log, metrics }: Pick<Opened, 'log' | 'metrics'>) => ({
  ...config,
  log,
  metrics,
  isPublished: isPublished(config),
  isShort: watchFreeSpace({ folder: config.dataFolder, floorBytes: config.minFreeBytes }),
})

/** What tasks need, and requests as well. */
export interface Base {
  readonly now: () => Date
  readonly vault: Vault
  readonly site: SiteSettings
  readonly network: Reached
  readonly files: Files
}

export async function openBase(opened: Opened): Promise<Base> {
  const { database, log } = opened
  const now = opened.now ?? (await openClock(database, log))
  const vault = await openVault({ ...opened, write: database.write })
  const site = await openSiteSettings(database.write, vault)
  const network = openReached({ ...opened, now }, { site, vault })
  return { now, vault, site, network, files: openFiles({ ...opened, ...network, vault }) }
}

type Reached = Network & LinkedDrives & Pick<Deps, 'publicUrl'>

/** Everything that speaks to other servers, or is spoken to by its address. */
function openReached(opened: OpenedNow, { site, vault }: Pick<Deps, 'site' | 'vault'>): Reached {
  const { database, publicUrl } = opened
  const network = openNetwork({ ...opened, site })
  const { outbound } = network
  return { ...network, ...openLinkedDrives({ ...opened, write: database.write, vault, outbound }), publicUrl }
}
