/** GET /admin/destinations: every server that this one contacts, and whether it is on. */
import {
  type Destination,
  type DestinationName,
  destinations,
  type listDestinations,
} from '@koedana/contract/destinations.ts'
import type { DatabaseLocation } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import type { Handler } from '../../http/context.ts'
import { listAccounts } from '../drives/drives.store.ts'
import { pictureHostOf } from '../metadata/marketplace/parse/product-record.rules.ts'
import type { OidcSettingsCache } from '../oidc/settings.ts'
import type { SiteSettings } from '../settings/site.ts'
import { listStorageRows } from '../storage-admin/storage-admin.store.ts'
import { findDrive } from '../storages/drives/open-drives.ts'
import { toShownSettings } from '../storages/settings.rules.ts'

export interface DestinationSources {
  readonly write: Db
  readonly database: { readonly location: DatabaseLocation }
  readonly site: Pick<SiteSettings, 'current'>
  readonly oidcSite: Pick<OidcSettingsCache, 'current'>
}

type Address = Destination['addresses'][number]

export function listDestinationsHandler(sources: DestinationSources): Handler<typeof listDestinations> {
  const { site, oidcSite, database } = sources
  return async () => {
    const { marketplace, proxies } = site.current()
    const oidc = oidcSite.current()
    const [storages, accounts] = await Promise.all([
      addressesOfStorages(sources.write),
      addressesOfDrives(sources.write),
    ])
    const marketplaceAt = (url: string): Found => ({
      addresses: [{ host: hostOf(url), name: null, isOn: marketplace.enabled }],
      proxyUrl: marketplace.proxyUrl,
    })
    const found: Readonly<Record<DestinationName, Found>> = {
      marketplace: marketplaceAt(marketplace.baseUrl),
      marketplaceImages: marketplaceAt(pictureHostOf(marketplace.baseUrl)),
      webdav: { addresses: storages.webdav, proxyUrl: proxies.webdav },
      s3: { addresses: storages.s3, proxyUrl: proxies.s3 },
      drives: { addresses: accounts, proxyUrl: proxies.drives },
      oidc: {
        addresses:
          oidc.issuer === ''
            ? []
            : [{ host: hostOf(oidc.issuer), name: oidc.label || null, isOn: oidc.enabled }],
      },
      postgresql: {
        addresses:
          database.location.url === undefined
            ? []
            : [{ host: hostOf(database.location.url), name: null, isOn: true }],
      },
      npmRegistry: { addresses: [], isInstallOnly: true },
    }
    return { items: destinations.map((destination) => shown(destination, found[destination])) }
  }
}

interface Found {
  readonly addresses: readonly Address[]
  readonly proxyUrl?: string | null
  readonly isInstallOnly?: true
}

function shown(destination: DestinationName, { addresses, proxyUrl, isInstallOnly }: Found): Destination {
  const used = addresses.some(({ isOn }) => isOn) ? 'on' : 'off'
  const state = isInstallOnly ? 'installOnly' : addresses.length === 0 ? 'unused' : used
  return { destination, state, addresses: [...addresses], proxyHost: proxyUrl ? hostOf(proxyUrl) : null }
}

/** An address may contain a password: only its host is shown. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')

async function addressesOfStorages(db: Db) {
  const found: Record<'webdav' | 's3', Address[]> = { webdav: [], s3: [] }
  for (const row of await listStorageRows(db)) {
    const settings = toShownSettings(row)
    const named = { name: row.name === '' ? null : row.name, isOn: row.enabled === 1 }
    if (settings.kind === 'webdav') found.webdav.push({ host: hostOf(settings.url), ...named })
    if (settings.kind === 's3') found.s3.push({ host: hostOf(settings.endpoint), ...named })
  }
  return found
}

async function addressesOfDrives(db: Db): Promise<Address[]> {
  const accounts = await listAccounts(db)
  return accounts.map(({ provider, name, state }) => ({
    host: hostOf(findDrive(provider)?.facts.authorizeUrl ?? ''),
    name,
    isOn: state === 'linked',
  }))
}
