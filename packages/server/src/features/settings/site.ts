/** Holds the server-wide settings in memory and refreshes them from the database. */
import { CompatibilityApis, compatibilityApiNames } from '@koedana/contract/app-passwords.ts'
import { type MarketplaceSettings, type Proxies, Sharing } from '@koedana/contract/site-settings.ts'
import { AgeCategory, Registration } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { appendChanges } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { deleteSetting, readSettings, saveSealed, saveSetting } from '../../db/settings.store.ts'
import type { Vault } from '../../lib/vault.ts'
import { readMarketplace } from './marketplace.rules.ts'
import { readProxies } from './proxies.rules.ts'

export interface Site {
  readonly registration: Registration
  readonly allowsGuests: boolean
  readonly visitorCeiling: AgeCategory
  /** The age limit of accounts that people register themselves. */
  readonly newAccountCeiling: AgeCategory
  /** Null means undecided: `domain/listening.rules.ts` then decides by the address of the visitor. */
  readonly visitorsMayListen: boolean | null
  readonly sharing: Sharing
  /** Which compatibility APIs are enabled. */
  readonly doors: CompatibilityApis
  /** Whether the kikoeru API, if enabled, is also served at the root path. */
  readonly kikoeruAtRoot: boolean
  /** The settings, including the password of the proxy. */
  readonly marketplace: MarketplaceSettings
  /** The proxies, including their passwords. */
  readonly proxies: Proxies
}

/** Absent fields stay unchanged. */
export type SiteChange = { readonly [key in keyof Site]?: Site[key] | undefined }

export interface SiteSettings {
  readonly current: () => Site
  /** Increases whenever server-wide data, including announcements, was reloaded. */
  readonly version: () => number
  /** Reads the stored settings. Inside a transaction, a change starts from this state. */
  readonly read: (tx: Db) => Promise<Site>
  /** Saves inside the caller's transaction; call `refresh` after the commit. */
  readonly save: (tx: Db, change: SiteChange) => Promise<void>
  readonly refresh: () => Promise<void>
}

export async function openSiteSettings(db: Db, vault: Vault): Promise<SiteSettings> {
  const read = (from: Db) => readSite(from, vault)
  let site = await read(db)
  let begun = 0
  let applied = 0
  return {
    current: () => site,
    version: () => applied,
    read,
    save: (tx, change) => saveSite(tx, vault, change),
    refresh: async () => {
      begun += 1
      const turn = begun
      const next = await read(db)
      // A refresh that started earlier but finishes later has older data.
      if (turn < applied) return
      applied = turn
      site = next
    },
  }
}

const flag = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((text) => text === 'true'),
)

const closed = v.parse(
  CompatibilityApis,
  Object.fromEntries(compatibilityApiNames.map((name) => [name, false])),
)
/** Compatibility APIs that were added later are disabled. */
const doors = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({}),
  v.transform((stored) => ({ ...closed, ...stored })),
  CompatibilityApis,
)

/** A stored text that is no longer valid gives the default. */
const stored = {
  registration: v.fallback(v.optional(Registration, 'key'), 'key'),
  allowsGuests: v.fallback(v.optional(flag, 'true'), true),
  visitorCeiling: v.fallback(v.optional(AgeCategory, 'all'), 'all'),
  newAccountCeiling: v.fallback(v.optional(AgeCategory, 'all'), 'all'),
  visitorsMayListen: v.fallback(v.nullish(flag, null), null),
  sharing: v.fallback(v.optional(Sharing, 'view'), 'view'),
  doors: v.fallback(v.optional(doors, '{}'), closed),
  kikoeruAtRoot: v.fallback(v.optional(flag, 'false'), false),
  marketplace: v.pipe(v.optional(v.string()), v.transform(readMarketplace)),
  proxies: v.pipe(v.optional(v.string()), v.transform(readProxies)),
}

/** Returns the age limit of new accounts. Needs no vault, so it can be called without the secret key. */
export async function readNewAccountCeiling(db: Db): Promise<AgeCategory> {
  const named = await readSettings(db, ['newAccountCeiling'])
  return v.parse(stored.newAccountCeiling, named.newAccountCeiling)
}

async function readSite(db: Db, vault: Vault): Promise<Site> {
  const { marketplace, proxies, ...named } = await readSettings(db, Object.keys(stored))
  const open = (sealed: string | undefined, name: 'marketplace' | 'proxies') =>
    sealed === undefined ? undefined : vault.open(sealed, name)
  const {
    marketplace: readMarket,
    proxies: readProxy,
    ...site
  } = v.parse(v.object(stored), {
    ...named,
    marketplace: open(marketplace, 'marketplace'),
    proxies: open(proxies, 'proxies'),
  })
  return {
    ...site,
    marketplace: readMarket ?? readMarketplace(undefined),
    proxies: readProxy ?? readProxies(undefined),
  }
}

async function saveSite(tx: Db, vault: Vault, change: SiteChange): Promise<void> {
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) continue
    if (value === null) await deleteSetting(tx, name)
    else if (name === 'marketplace' || name === 'proxies')
      await saveSealed(tx, vault, { name, value: textOf(value) })
    else await saveSetting(tx, name, textOf(value))
  }
  await appendChanges(tx, 'site', [0])
}

const textOf = (value: string | boolean | object) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)
