/** The vault of this server, once it is sure that it opens what is stored; what lies in clear from before is sealed. */
import type { Db } from '../../db/schema.ts'
import { writeTogether } from '../../db/write.ts'
import { createVault, type Vault } from '../../lib/vault.ts'
import { keyIn } from '../../lib/vault-key.ts'
import { ensureCheck, sealKeys, sealSettings } from './sealed.store.ts'

export interface VaultSources {
  readonly write: Db
  readonly dataFolder: string
  /** Instead of the file in the data folder; the same for all servers over one database. */
  readonly secretKey?: string | undefined
}

/** Throws a `UsageError` where the secrets were sealed with another key. */
export async function openVault({ write, dataFolder, secretKey }: VaultSources): Promise<Vault> {
  const vault = createVault(secretKey ?? (await keyIn(dataFolder)))
  vault.open(await ensureCheck(write, vault), 'check')
  await writeTogether(write, async (tx) => {
    await sealSettings(tx, vault)
    await sealKeys(tx, vault)
  })
  return vault
}
