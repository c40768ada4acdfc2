/**
 * What signed links are made with, in memory and kept in step with the database: the secret, and the epochs of visitors
 * and of the covers of each age. A new one ends the links of the one before.
 */
import { type AgeCategory, ageCategories } from '@koedana/contract/values.ts'
import { appendChanges } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import { getOrCreateSecret, readSettings, saveSealed, saveSetting } from '../../../db/settings.store.ts'
import { newId, newToken } from '../../../lib/ids.ts'
import type { Vault } from '../../../lib/vault.ts'
import { type CoverLink, readCoverLink, signCover } from './signing.rules.ts'

export interface Links {
  readonly secret: () => string
  /** Of the visitors. */
  readonly epoch: () => string
  /** Changes whenever links that were given before are over. */
  readonly version: () => number
  readonly signCover: SignCover
  /** The age that a cover's link was given for; undefined for one that never was given, or is over. */
  readonly readCover: (asked: CoverLink) => AgeCategory | undefined
  /** Inside a transaction of the caller's; call `refresh` once it stands. Every link that was ever given is over. */
  readonly renewSecret: (tx: Db) => Promise<void>
  readonly refresh: () => Promise<void>
}

export type SignCover = (cover: Omit<CoverLink, 'signature'>, age: AgeCategory) => string

export async function openLinks(db: Db, vault: Vault): Promise<Links> {
  let keys = await readKeys(db, vault)
  let version = 0
  let begun = 0
  let applied = 0
  return {
    secret: () => keys.secret,
    epoch: () => keys.visitors,
    version: () => version,
    signCover: (cover, age) => signCover(keys.secret, { ...cover, age, epoch: keys.covers[age] }),
    readCover: (asked) => readCoverLink(keys.secret, asked, keys.covers),
    renewSecret: async (tx) => {
      await saveSealed(tx, vault, { name: 'linkSecret', value: newToken() })
      await appendChanges(tx, 'site', [0])
    },
    refresh: async () => {
      begun += 1
      const turn = begun
      const read = await readKeys(db, vault)
      // One that began earlier and ends later knows less.
      if (turn < applied) return
      applied = turn
      if (JSON.stringify(read) === JSON.stringify(keys)) return
      keys = read
      version += 1
    },
  }
}

/** Inside a transaction of the caller's; call `refresh` once it stands. Covers of these ages get other links. */
export async function endCoverLinks(tx: Db, ages: readonly AgeCategory[]): Promise<void> {
  for (const age of ages) await saveSetting(tx, epochNames[age], newId())
  if (ages.length > 0) await appendChanges(tx, 'site', [0])
}

const epochNames: Readonly<Record<AgeCategory, string>> = {
  all: 'coverEpoch.all',
  r15: 'coverEpoch.r15',
  r18: 'coverEpoch.r18',
}

/** An epoch that nothing ended yet has no name. */
async function readKeys(db: Db, vault: Vault) {
  const secret = await getOrCreateSecret(db, vault, 'linkSecret')
  const visitors = await getOrCreateSecret(db, vault, 'visitorEpoch')
  const named = await readSettings(
    db,
    ageCategories.map((age) => epochNames[age]),
  )
  const epochOf = (age: AgeCategory) => named[epochNames[age]] ?? ''
  return { secret, visitors, covers: { all: epochOf('all'), r15: epochOf('r15'), r18: epochOf('r18') } }
}
