/** Whether the key opens what is sealed. Makes nothing. */
import type { Db } from '../../db/schema.ts'
import { UsageError } from '../../lib/usage-error.ts'
import { createVault, type Vault } from '../../lib/vault.ts'
import { findKey } from '../../lib/vault-key.ts'
import { noKey } from './open-vault.ts'
import { findSealed, type Sealed } from './sealed.store.ts'

export interface ExaminedVault {
  readonly isWhole: boolean
  /** A sentence. */
  readonly words: string
}

export interface ExaminedSources {
  readonly read: Db
  readonly dataFolder: string
  readonly secretKey?: string | undefined
}

export async function examineVault({ read, dataFolder, secretKey }: ExaminedSources): Promise<ExaminedVault> {
  const sealed = await findSealed(read)
  if (sealed.length === 0) return { isWhole: true, words: 'No secrets are sealed yet.' }
  try {
    const key = secretKey ?? (await findKey(dataFolder))
    return key === undefined ? { isWhole: false, words: noKey(dataFolder) } : opened(sealed, createVault(key))
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause
    return { isWhole: false, words: cause.message }
  }
}

function opened(sealed: readonly Sealed[], vault: Vault): ExaminedVault {
  const refused = sealed.flatMap(({ name, purpose, text }) => {
    const cause = refusal(vault, { purpose, text })
    return cause === undefined ? [] : [{ name, cause }]
  })
  const [first] = refused
  if (!first) return { isWhole: true, words: `The key opens all ${sealed.length} sealed secrets.` }
  if (refused.length === sealed.length) return { isWhole: false, words: first.cause }
  const names = refused.map(({ name }) => name).join(', ')
  const advice =
    'They are damaged, or were sealed with another key: docs/operating.md says how to take them out.'
  return {
    isWhole: false,
    words: `Of ${sealed.length} sealed secrets ${refused.length} cannot be opened: ${names}. ${advice}`,
  }
}

function refusal(vault: Vault, { purpose, text }: Pick<Sealed, 'purpose' | 'text'>): string | undefined {
  try {
    vault.open(text, purpose)
    return undefined
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause
    return cause.message
  }
}
