/** The settings of login through a provider, cached in memory. */
import { appendChanges } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { findSetting, saveSealed } from '../../db/settings.store.ts'
import { type FixedOidc, type Oidc, oidcWith, readOidc } from '../../domain/oidc.rules.ts'
import type { Vault } from '../../lib/vault.ts'

export interface OidcSite {
  /** Returns the effective settings: environment variables override stored values. */
  readonly current: () => Oidc
  readonly fixed: FixedOidc
  readonly read: (tx: Db) => Promise<Oidc>
  /** Saves settings in the caller's transaction. Call `refresh` after the commit. */
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
    // Refreshes run one after another, so that an older read never overwrites a newer one.
    refresh: () => {
      last = last.catch(() => undefined).then(readAnew)
      return last
    },
  }
}
