import { newToken } from '../lib/ids.ts'
import type { Vault } from '../lib/vault.ts'
import type { Db } from './schema.ts'

export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

export async function saveSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Settings that are secret or may contain a password. Each is sealed for its own name. */
export const sealedSettings = ['linkSecret', 'visitorEpoch', 'marketplace', 'proxies', 'oidc'] as const
type SealedSetting = (typeof sealedSettings)[number]

export async function saveSealed(tx: Db, vault: Vault, named: SealedSettingValue): Promise<void> {
  await saveSetting(tx, named.name, vault.seal(named.value, named.name))
}

interface SealedSettingValue {
  readonly name: SealedSetting
  readonly value: string
}

/** Returns 32 random bytes as base64url, created on first use. Concurrent processes get the same value. */
export async function getOrCreateSecret(db: Db, vault: Vault, name: SealedSetting): Promise<string> {
  await db
    .insertInto('setting')
    .values({ name, value: vault.seal(newToken(), name) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const secret = await findSetting(db, name)
  if (secret === undefined) throw new Error(`the secret ${name} was not stored`)
  return vault.open(secret, name)
}

export async function readSettings(db: Db, names: readonly string[]): Promise<Record<string, string>> {
  const rows = await db.selectFrom('setting').selectAll().where('name', 'in', names).execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function deleteSetting(db: Db, name: string): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', name).execute()
}
