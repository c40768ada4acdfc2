/** Opens the vault of this server, after checking that its key opens the stored secrets. Seals secrets from before sealing existed. */

import { writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { UsageError } from '../../lib/app-error.ts'
import { createVault, keyFilePath, readKey, readOrCreateKey, type Vault } from '../../lib/vault.ts'
import { finishRotation } from './rotate.ts'
import {
  ensureCheck,
  listSealedSecrets,
  type SealedSecret,
  sealKeys,
  sealSettings,
} from './sealed-secrets.store.ts'

export interface VaultSources {
  readonly write: Db
  readonly dataFolder: string
  /** Used instead of the key file in the data folder. All servers with the same database must use the same key. */
  readonly secretKey?: string | undefined
}

/** Throws a `UsageError` if the secrets were sealed with another key. */
export async function openVault({ write, dataFolder, secretKey }: VaultSources): Promise<Vault> {
  // Read the sealed rows before the key: the server that sealed first has stored its key by then.
  const sealed = await listSealedSecrets(write)
  if (secretKey === undefined) await finishRotation(write, dataFolder)
  const vault = createVault(secretKey ?? (await keyFor(dataFolder, sealed.length > 0)))
  // A single corrupted access key or storage must not prevent the start.
  for (const { text, purpose } of sealed.filter(({ isOne }) => !isOne)) {
    vault.open(text, purpose)
  }
  vault.open(await ensureCheck(write, vault), 'check')
  await writeInTurn(write, async (tx) => {
    await sealSettings(tx, vault)
    await sealKeys(tx, vault)
  })
  return vault
}

/** Returns the key in the data folder. Creates one only if nothing is sealed yet: a new key could not open existing secrets. */
async function keyFor(dataFolder: string, hasSealed: boolean): Promise<string> {
  const key = hasSealed ? await readKey(dataFolder) : await readOrCreateKey(dataFolder)
  if (key === undefined) throw new UsageError(noKey(dataFolder))
  return key
}

const noKey = (folder: string): string =>
  `The secrets in this database are sealed, but their key ${keyFilePath(folder)} is missing. Restore the file, or set SECRET_KEY to its previous value. If the key is lost, see "Lost key" in docs/operate.md.`

/** The result of a check whether the key opens the sealed secrets. The check writes nothing. */
export interface VaultReport {
  readonly isWhole: boolean
  /** The result as a sentence. */
  readonly words: string
}

export interface ExaminedSources {
  readonly read: Db
  readonly dataFolder: string
  readonly secretKey?: string | undefined
}

export async function examineVault({ read, dataFolder, secretKey }: ExaminedSources): Promise<VaultReport> {
  const sealed = await listSealedSecrets(read)
  if (sealed.length === 0) return { isWhole: true, words: 'No secrets are sealed yet.' }
  try {
    const key = secretKey ?? (await readKey(dataFolder))
    return key === undefined ? { isWhole: false, words: noKey(dataFolder) } : opened(sealed, createVault(key))
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause
    return { isWhole: false, words: cause.message }
  }
}

function opened(sealed: readonly SealedSecret[], vault: Vault): VaultReport {
  const refused = sealed.flatMap(({ name, purpose, text }) => {
    const cause = refusal(vault, { purpose, text })
    return cause === undefined ? [] : [{ name, cause }]
  })
  const [first] = refused
  if (!first) return { isWhole: true, words: `The key opens all ${sealed.length} sealed secrets.` }
  if (refused.length === sealed.length) return { isWhole: false, words: first.cause }
  const names = refused.map(({ name }) => name).join(', ')
  const advice = 'They are corrupted or were sealed with another key. See "Lost key" in docs/operate.md.'
  return {
    isWhole: false,
    words: `Of ${sealed.length} sealed secrets ${refused.length} cannot be opened: ${names}. ${advice}`,
  }
}

function refusal(
  vault: Vault,
  { purpose, text }: Pick<SealedSecret, 'purpose' | 'text'>,
): string | undefined {
  try {
    vault.open(text, purpose)
    return undefined
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause
    return cause.message
  }
}
