/** The settings of login through a provider, cached in memory. */
import { appendChanges } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { findSetting, saveSealed } from '../../db/settings.store.ts'
import { mergeOidc, type Oidc, type OidcOverrides, readOidc } from '../../domain/oidc.rules.ts'
import type { Vault } from '../../lib/vault.ts'

export interface OidcSettingsCache {
  /** Returns the effective settings: environment variables override stored values. */
  readonly current: () => Oidc
  readonly fixed: OidcOverrides
  readonly read: (tx: Db) => Promise<Oidc>
  /** Saves settings in the caller's transaction. Call `refresh` after the commit. */
  readonly save: (tx: Db, oidc: Oidc) => Promise<void>
  readonly refresh: () => Promise<void>
}

export async function openOidcSettings(
  db: Db,
  vault: Vault,
  fixed: OidcOverrides,
): Promise<OidcSettingsCache> {
  const read = async (from: Db) => {
    const stored = await findSetting(from, 'oidc')
    return readOidc(stored === undefined ? undefined : vault.open(stored, 'oidc'))
  }
  let current = mergeOidc(await read(db), fixed)
  const readAnew = async () => {
    current = mergeOidc(await read(db), fixed)
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
