/** Accepts a password imported from another program once, and then stores it in our own format (ADR 0059). */
import * as v from 'valibot'
import { appendChanges, writeInTurn } from '../../db/changes.ts'
import type { UserRow } from '../../domain/user.rules.ts'
import { UsageError } from '../../lib/app-error.ts'
import type { AuthSources } from './auth-sources.ts'
import { isOldPassword, OldPassword, oldPasswordPurpose } from './imported-password.rules.ts'
import { findOldPassword, replaceOldPassword } from './imported-password.store.ts'

type OldSources = Pick<AuthSources, 'db' | 'write' | 'vault' | 'passwords' | 'now'>

/** No account has this key. */
const noUserKey = -1
/** A dummy hash that takes as long to compare as any other. */
const dummyPassword: OldPassword = { md5: '0'.repeat(32), secret: '' }

/**
 * Returns the account with its new hash, or undefined if the password is wrong. Unknown names and accounts without an imported
 * password take equally long; only a right password takes longer, because it is hashed.
 */
export async function acceptImportedPassword(
  sources: OldSources,
  named: UserRow | undefined,
  password: string,
): Promise<UserRow | undefined> {
  const { db, write, vault, passwords, now } = sources
  const kept = await findOldPassword(db, named?.key ?? noUserKey)
  const old = kept === undefined ? undefined : unsealPassword(vault, kept)
  const isRight = isOldPassword(old ?? dummyPassword, password)
  if (!named || named.password_hash !== null || !old || !isRight) return undefined
  const hash = await passwords.hash(password)
  return writeInTurn(write, async (tx) => {
    const row = await replaceOldPassword(tx, { userKey: named.key, hash, at: now().toISOString() })
    if (row) await appendChanges(tx, 'user', [row.key])
    return row
  })
}

/** Returns undefined if the hash was sealed with another key or is corrupted. The user then needs a password reset. */
function unsealPassword(vault: OldSources['vault'], kept: string): OldPassword | undefined {
  try {
    return v.parse(OldPassword, JSON.parse(vault.open(kept, oldPasswordPurpose)))
  } catch (cause) {
    if (cause instanceof UsageError || cause instanceof SyntaxError || v.isValiError(cause)) return undefined
    throw cause
  }
}
