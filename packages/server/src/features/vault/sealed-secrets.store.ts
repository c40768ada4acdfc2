import type { Db } from '../../db/schema.ts'
import { findSetting, saveSetting, sealedSettings } from '../../db/settings.store.ts'
import { isSealed, type Vault } from '../../lib/vault.ts'
import { appPurpose, tokenPurpose } from '../drives/encryption-contexts.rules.ts'
import { secretPurpose } from '../storages/settings.rules.ts'

/** Returns a text that only the right key opens. The first call creates it. */
export async function ensureCheck(db: Db, vault: Vault): Promise<string> {
  await db
    .insertInto('setting')
    .values({ name: 'vaultCheck', value: vault.seal('koedana', 'check') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await findSetting(db, 'vaultCheck')) ?? ''
}

export interface SealedSecret {
  /** What it belongs to, for messages: a setting, an access key, a storage, a drive, an app password or an old password. */
  readonly name: string
  readonly purpose: string
  /** Whether it is one of many secrets, so that the server can run without it. */
  readonly isOne: boolean
  readonly text: string
}

export async function listSealedSecrets(db: Db): Promise<SealedSecret[]> {
  const settings = await db
    .selectFrom('setting')
    .selectAll()
    .where('name', 'in', ['vaultCheck', ...sealedSettings])
    .execute()
  const keys = await db.selectFrom('access_key').select(['id', 'code']).execute()
  const drives = await findSealedDrives(db)
  const appPasswords = await db.selectFrom('app_password').select(['id', 'secret']).execute()
  const oldPasswords = await db.selectFrom('old_password').selectAll().execute()
  const storages = await db.selectFrom('storage').select(['key', 'root', 'secret']).execute()
  return [
    ...settings.map(({ name, value }) => ({
      name,
      purpose: name === 'vaultCheck' ? 'check' : name,
      isOne: false,
      text: value,
    })),
    ...keys.map(({ id, code }) => ({
      name: `access key ${id}`,
      purpose: 'accessKey',
      isOne: true,
      text: code,
    })),
    ...storages.map(({ key, root, secret }) => ({
      name: `storage ${key}`,
      purpose: secretPurpose(root),
      isOne: true,
      text: secret ?? '',
    })),
    ...drives,
    ...appPasswords.map(({ id, secret }) => ({
      name: `app password ${id}`,
      purpose: 'appPassword',
      isOne: true,
      text: secret,
    })),
    ...oldPasswords.map(({ user_key, sealed }) => ({
      name: `old password of account ${user_key}`,
      purpose: 'oldPassword',
      isOne: true,
      text: sealed,
    })),
  ].filter(({ text }) => isSealed(text))
}

async function findSealedDrives(db: Db): Promise<SealedSecret[]> {
  const apps = await db.selectFrom('drive_app').selectAll().execute()
  const accounts = await db
    .selectFrom('drive_account')
    .select(['key', 'provider', 'account_id', 'tokens'])
    .execute()
  return [
    ...apps.map(({ provider, client_id, secret }) => ({
      name: `app of ${provider}`,
      purpose: appPurpose(provider, client_id),
      isOne: true,
      text: secret ?? '',
    })),
    ...accounts.map((row) => ({
      name: `drive ${row.key}`,
      purpose: tokenPurpose(row),
      isOne: true,
      text: row.tokens ?? '',
    })),
  ]
}

/** The vault that sealed the stored secrets, and the vault that replaces it. */
export interface VaultPair {
  readonly from: Vault
  readonly to: Vault
}

/**
 * Seals every secret in the database with another key, and returns how many there were. Pending links of drives are deleted. Throws a
 * `UsageError` if a secret cannot be opened.
 */
export async function resealAll(tx: Db, { from, to }: VaultPair): Promise<number> {
  const sealed = await listSealedSecrets(tx)
  const resealed = (text: string, purpose: string) => to.seal(from.open(text, purpose), purpose)
  const names = ['vaultCheck', ...sealedSettings]
  for (const { name, value } of await tx
    .selectFrom('setting')
    .selectAll()
    .where('name', 'in', names)
    .execute())
    await saveSetting(tx, name, resealed(value, name === 'vaultCheck' ? 'check' : name))
  for (const { key, code } of await tx.selectFrom('access_key').select(['key', 'code']).execute())
    await tx
      .updateTable('access_key')
      .set(sealedCode(to, openCode(from, code)))
      .where('key', '=', key)
      .execute()
  for (const { key, root, secret } of await tx
    .selectFrom('storage')
    .select(['key', 'root', 'secret'])
    .where('secret', 'is not', null)
    .execute())
    await tx
      .updateTable('storage')
      .set({ secret: resealed(secret ?? '', secretPurpose(root)) })
      .where('key', '=', key)
      .execute()
  for (const { id, secret } of await tx.selectFrom('app_password').select(['id', 'secret']).execute()) {
    const password = from.open(secret, 'appPassword')
    const columns = {
      secret: to.seal(password, 'appPassword'),
      secret_hash: to.digest(password, 'appPassword'),
    }
    await tx.updateTable('app_password').set(columns).where('id', '=', id).execute()
  }
  for (const { user_key, sealed: password } of await tx.selectFrom('old_password').selectAll().execute())
    await tx
      .updateTable('old_password')
      .set({ sealed: resealed(password, 'oldPassword') })
      .where('user_key', '=', user_key)
      .execute()
  await resealDrives(tx, resealed)
  return sealed.length
}

async function resealDrives(tx: Db, resealed: (text: string, purpose: string) => string): Promise<void> {
  for (const { provider, client_id, secret } of await tx.selectFrom('drive_app').selectAll().execute())
    if (secret !== null)
      await tx
        .updateTable('drive_app')
        .set({ secret: resealed(secret, appPurpose(provider, client_id)) })
        .where('provider', '=', provider)
        .execute()
  for (const row of await tx.selectFrom('drive_account').selectAll().execute())
    if (row.tokens !== null)
      await tx
        .updateTable('drive_account')
        .set({ tokens: resealed(row.tokens, tokenPurpose(row)) })
        .where('key', '=', row.key)
        .execute()
  await tx.deleteFrom('drive_link').execute()
}

export async function sealSettings(tx: Db, vault: Vault): Promise<void> {
  for (const name of sealedSettings) {
    const value = await findSetting(tx, name)
    if (value !== undefined && !isSealed(value)) await saveSetting(tx, name, vault.seal(value, name))
  }
}

/** Seals the codes of access keys from before sealing existed. */
export async function sealKeys(tx: Db, vault: Vault): Promise<void> {
  const rows = await tx
    .selectFrom('access_key')
    .select(['key', 'code'])
    .where('code_hash', 'is', null)
    .execute()
  for (const { key, code } of rows) {
    await tx.updateTable('access_key').set(sealedCode(vault, code)).where('key', '=', key).execute()
  }
}

/** Returns the columns of a code: the sealed code, which administrators can display, and a hash for lookups. */
export const sealedCode = (vault: Vault, code: string) => ({
  code: vault.seal(code, 'accessKey'),
  code_hash: codeHash(vault, code),
})

export const codeHash = (vault: Vault, code: string): string => vault.digest(code, 'accessKey')
export const openCode = (vault: Vault, stored: string): string => vault.open(stored, 'accessKey')
