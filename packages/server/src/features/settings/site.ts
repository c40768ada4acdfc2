/** What administrators decide for the whole server, in memory and kept in step with the database. */
import { AgeCategory, Registration } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { appendChanges } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { readSettings, saveSetting } from '../../db/settings.store.ts'

export interface Site {
  readonly registration: Registration
  readonly allowsGuests: boolean
  readonly visitorCeiling: AgeCategory
  /** Undecided: visitors from the same machine or network may. */
  readonly visitorsMayListen: boolean | undefined
}

export interface SiteSettings {
  readonly current: () => Site
  /** What is absent stays. Inside a transaction of the caller's; call `refresh` once it stands. */
  readonly save: (tx: Db, change: Partial<Site>) => Promise<void>
  readonly refresh: () => Promise<void>
}

export async function openSiteSettings(db: Db): Promise<SiteSettings> {
  let site = await readSite(db)
  return {
    current: () => site,
    save: saveSite,
    refresh: async () => {
      site = await readSite(db)
    },
  }
}

const flag = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((text) => text === 'true'),
)

/** A stored text that no longer means anything gives the default. */
const stored = {
  registration: v.fallback(v.optional(Registration, 'key'), 'key'),
  allowsGuests: v.fallback(v.optional(flag, 'true'), true),
  visitorCeiling: v.fallback(v.optional(AgeCategory, 'all'), 'all'),
  visitorsMayListen: v.fallback(v.optional(flag), undefined),
}

async function readSite(db: Db): Promise<Site> {
  const site = v.parse(v.object(stored), await readSettings(db, Object.keys(stored)))
  return { ...site, visitorsMayListen: site.visitorsMayListen }
}

async function saveSite(tx: Db, change: Partial<Site>): Promise<void> {
  for (const [name, value] of Object.entries(change)) {
    if (value !== undefined) await saveSetting(tx, name, String(value))
  }
  await appendChanges(tx, 'site', [0])
}
