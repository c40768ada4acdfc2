/** How people sign in by a provider, in memory and kept in step with the database. */
import { appendChanges } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { findSetting, saveSealed } from '../../db/settings.store.ts'
import { type FixedOidc, type Oidc, oidcWith, readOidc } from '../../domain/oidc.rules.ts'
import type { Vault } from '../../lib/vault.ts'

export interface OidcSite {
  /** Returns the settings in force: what the environment says, else what was typed. */
  readonly current: () => Oidc
  readonly fixed: FixedOidc
  /** Reads what was typed, at this moment. */
  readonly read: (tx: Db) => Promise<Oidc>
  /** Runs inside a transaction of the caller's; call `refresh` once it stands. */
  readonly save: (tx: Db, oidc: Oidc) => Promise<void>
  readonly refresh: () => Promise<void>
}

export async function openOidcSite(db: Db, vault: Vault, fixed: FixedOidc): Promise<OidcSite> {
  const read = async (from: Db) => {
    const stored = await findSetting(from, 'oidc')
    return readOidc(stored === undefined ? undefined : vault.open(stored, 'oidc'))
  }
  let current = oidcWith(await read(db), fixed)
  const readAnew = async () => {
    current = oidcWith(await read(db), fixed)
  }
  let last = Promise.resolve()
  return {
    current: () => current,
    fixed,
    read,
    save: async (tx, oidc) => {
      await saveSealed(tx, vault, { name: 'oidc', value: JSON.stringify(oidc) })
      await appendChanges(tx, 'site', [0])
    },
    // They run one after the other: one that began earlier and ends later knows less.
    refresh: () => {
      last = last.catch(() => undefined).then(readAnew)
      return last
    },
  }
}
