/** The vault of this server, once it is sure that it opens what is stored; what lies in clear from before is sealed. */
import type { Db } from '../../db/schema.ts'
import { writeTogether } from '../../db/write.ts'
import { UsageError } from '../../lib/usage-error.ts'
import { createVault, type Vault } from '../../lib/vault.ts'
import { findKey, keyFile, keyIn } from '../../lib/vault-key.ts'
import { ensureCheck, findSealed, sealKeys, sealSettings } from './sealed.store.ts'

export interface VaultSources {
  readonly write: Db
  readonly dataFolder: string
  /** Instead of the file in the data folder; the same for all servers over one database. */
  readonly secretKey?: string | undefined
}

/** Throws a `UsageError` where the secrets were sealed with another key. */
export async function openVault({ write, dataFolder, secretKey }: VaultSources): Promise<Vault> {
  // Before the key is looked at: whoever seals first has left it there.
  const sealed = await findSealed(write)
  const vault = createVault(secretKey ?? (await keyFor(dataFolder, sealed.length > 0)))
  for (const { text, purpose } of sealed.filter(({ purpose }) => purpose !== 'accessKey')) {
    vault.open(text, purpose)
  }
  vault.open(await ensureCheck(write, vault), 'check')
  await writeTogether(write, async (tx) => {
    await sealSettings(tx, vault)
    await sealKeys(tx, vault)
  })
  return vault
}

/** One that is made where another sealed before would open nothing, and look like the one that is lost. */
async function keyFor(dataFolder: string, hasSealed: boolean): Promise<string> {
  const key = hasSealed ? await findKey(dataFolder) : await keyIn(dataFolder)
  if (key === undefined) throw new UsageError(noKey(dataFolder))
  return key
}

export const noKey = (folder: string): string =>
  `The secrets in this database are sealed, and their key ${keyFile(folder)} is not there. Put it back, or set SECRET_KEY as it was; docs/operating.md says what to do where it is lost.`
