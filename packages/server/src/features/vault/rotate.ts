/**
 * Rotates the key of the vault: reseals everything in the database in one transaction. The new key is on disk before the transaction
 * begins, so a process killed at any moment loses neither key nor secrets.
 */
import { link, open, rename, rm } from 'node:fs/promises'
import { writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { findSetting } from '../../db/settings.store.ts'
import { UsageError } from '../../lib/app-error.ts'
import { newId, newToken } from '../../lib/ids.ts'
import { createVault, keyFilePath, readKey, type Vault } from '../../lib/vault.ts'
import { resealAll, type VaultPair } from './sealed-secrets.store.ts'

export interface RotationSources {
  readonly write: Db
  readonly dataFolder: string
  /** Both are required if the key is not in the data folder. */
  readonly secretKey?: string | undefined
  readonly newSecretKey?: string | undefined
}

/** Returns how many secrets were resealed; 0 if an earlier call had already resealed them. */
export async function rotateSecret(sources: RotationSources): Promise<number> {
  const { write, dataFolder, secretKey, newSecretKey } = sources
  if (secretKey !== undefined) {
    if (newSecretKey === undefined || newSecretKey === secretKey) throw new UsageError(noNewKey)
    return reseal(write, { from: createVault(secretKey), to: createVault(newSecretKey) })
  }
  if (newSecretKey !== undefined) throw new UsageError(noOldKey)
  if (await finishRotation(write, dataFolder)) return 0
  const key = await readKey(dataFolder)
  if (key === undefined) throw new UsageError(`There is no key ${keyFilePath(dataFolder)} to replace.`)
  const next = await nextKey(dataFolder)
  const count = await reseal(write, { from: createVault(key), to: createVault(next) })
  await finishRotation(write, dataFolder)
  return count
}

const noNewKey = 'SECRET_KEY is set: set NEW_SECRET_KEY to another key of 32 characters or more.'
const noOldKey =
  'NEW_SECRET_KEY is for servers with a SECRET_KEY: the key in the data folder is replaced without it.'

/**
 * Replaces the old key file by the new one if the secrets are sealed with the new key. Returns whether it did. Also called at startup,
 * to finish a rotation that was killed after its transaction.
 */
export async function finishRotation(db: Db, folder: string): Promise<boolean> {
  const next = await readKey(folder, nextKeyFile(folder))
  if (next === undefined || !(await isOpenedBy(db, createVault(next)))) return false
  // Several threads of a starting server may do this at once.
  await rename(nextKeyFile(folder), keyFilePath(folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await syncFile(folder)
  return true
}

const nextKeyFile = (folder: string): string => `${keyFilePath(folder)}.next`

async function isOpenedBy(db: Db, vault: Vault): Promise<boolean> {
  const check = await findSetting(db, 'vaultCheck')
  if (check === undefined) return false
  try {
    return vault.open(check, 'check') !== undefined
  } catch {
    return false
  }
}

/** Creates the new key, or returns the one that an interrupted rotation left behind. */
async function nextKey(folder: string): Promise<string> {
  const path = nextKeyFile(folder)
  const known = await readKey(folder, path)
  if (known !== undefined) return known
  const made = `${path}.${newId()}`
  const key = newToken()
  const file = await open(made, 'wx', 0o600)
  try {
    await file.writeFile(key)
    await file.sync()
  } finally {
    await file.close()
  }
  await link(made, path)
  await rm(made)
  await syncFile(folder)
  return key
}

/** Makes renames in a folder durable in case of a power failure. */
async function syncFile(folder: string): Promise<void> {
  const file = await open(folder)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const reseal = async (db: Db, vaults: VaultPair): Promise<number> => {
  if (await isOpenedBy(db, vaults.to)) return 0
  return writeInTurn(db, (tx) => resealAll(tx, vaults))
}
