/** Stores an access key in any state and returns its code. */
import type { AgeCategory, Platform } from '@koedana/contract/values.ts'
import type { Deps } from '../deps.ts'
import { sealedCode } from '../features/vault/sealed-secrets.store.ts'
import { newId } from '../lib/ids.ts'

export interface KeyGiven {
  readonly count?: number
  readonly expiresAt?: string
  readonly platforms?: readonly Platform[]
  readonly ceiling?: AgeCategory | null
}

export async function makeAccessKey({ write, vault }: Deps, key: KeyGiven): Promise<string> {
  const code = `KEY-${newId().toUpperCase()}`
  const { count = 1, expiresAt = null, platforms = [], ceiling = null } = key
  const made = await write
    .insertInto('access_key')
    .values({
      id: newId(),
      ...sealedCode(vault, code),
      count,
      ceiling,
      note: '',
      expires_at: expiresAt,
      created_at: new Date().toISOString(),
    })
    .returning('key')
    .executeTakeFirstOrThrow()
  for (const platform of platforms) {
    await write.insertInto('access_key_platform').values({ access_key_key: made.key, platform }).execute()
  }
  return code
}
