/** Migrates accounts of the old server. An account that already exists here by name keeps its password, role and age limit. */
import { Username } from '@koedana/contract/credentials.ts'
import { type AgeCategory, roleOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { appendChanges, writeInTurn } from '../../db/changes.ts'
import { usernameKeyOf } from '../../domain/user.rules.ts'
import type { Vault } from '../../lib/vault.ts'
import { isOldPassword, oldPasswordPurpose } from '../auth/imported-password.rules.ts'
import { insertOldPassword } from '../auth/imported-password.store.ts'
import { insertAccount } from '../auth/new-account.store.ts'
import type { MigrationContext } from './migrate-works.ts'
import { findAccount } from './migration.store.ts'
import type { OldUser } from './old-library.ts'

export interface UserMigrationContext {
  readonly vault: Pick<Vault, 'seal'>
  /** The secret that the old server hashed with every password; undefined if its configuration is missing. */
  readonly secret: string | undefined
  /** The age limit of accounts that are not administrators. */
  readonly ceiling: AgeCategory
  /** The new names of renamed accounts. */
  readonly names: ReadonlyMap<string, string>
}

/** The keys of accounts here by their names on the old server. */
export type MigratedUsers = ReadonlyMap<string, number>

export async function migrateUsers(
  carrying: MigrationContext,
  users: readonly OldUser[],
  given: UserMigrationContext,
): Promise<MigratedUsers> {
  const { database, report, now } = carrying
  const carried = new Map<string, number>()
  const taken = new Set<string>()
  const locked: string[] = []
  for (const user of users) {
    const name = v.safeParse(Username, given.names.get(user.name) ?? user.name)
    if (!name.success) {
      report.miss(table, user.name, 'nameRefused', user.name)
      continue
    }
    const username = name.output
    // Two accounts there never become one here.
    const known = taken.has(usernameKeyOf(username)) ? 'taken' : await findAccount(database.write, username)
    taken.add(usernameKeyOf(username))
    if (known === 'taken') report.miss(table, user.name, 'nameTaken', user.name)
    else if (known) {
      report.present(table)
      carried.set(user.name, known.key)
    } else {
      const sealed = sealedPassword(user, given)
      const key = await writeInTurn(database.write, async (tx) => {
        const row = await insertAccount(tx, {
          username,
          passwordHash: null,
          role: user.isAdministrator ? roleOf.admin : roleOf.general,
          ageRestriction: user.isAdministrator ? 'r18' : given.ceiling,
          at: now().toISOString(),
        })
        if (!row) return undefined
        if (sealed !== undefined) await insertOldPassword(tx, row.key, sealed)
        await appendChanges(tx, 'user', [row.key])
        return row.key
      })
      if (key === undefined) report.miss(table, user.name, 'nameTaken', user.name)
      else {
        report.carried(table)
        carried.set(user.name, key)
        if (sealed === undefined) locked.push(username)
        if (user.isGuest) report.note({ code: 'import.wasGuest', values: { username } })
      }
    }
  }
  for (const username of locked)
    report.note({
      code: 'import.noPassword',
      values: { username, command: `koedana user reset-password ${username}` },
    })
  return carried
}

const table = 't_user'

/** Default passwords of old servers, which everyone knows. Accounts that have one cannot log in with it here. */
const firstPasswords = ['admin', 'guest', 'password', '12345', '123456', '12345678']

function sealedPassword(
  { name, md5 }: OldUser,
  { vault, secret }: Pick<UserMigrationContext, 'vault' | 'secret'>,
): string | undefined {
  if (md5 === undefined || secret === undefined) return undefined
  const isKnown = [...firstPasswords, name].some((one) => isOldPassword({ md5, secret }, one))
  return isKnown ? undefined : vault.seal(JSON.stringify({ md5, secret }), oldPasswordPurpose)
}
