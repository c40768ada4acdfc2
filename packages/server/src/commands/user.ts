/** `koedana user add`, `koedana user reset-password` and `koedana user list`. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Password, Username } from '@koedana/contract/credentials.ts'
import { type AgeCategory, roleOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import { appendChanges, writeInTurn } from '../db/changes.ts'
import type { Db } from '../db/schema.ts'
import type { UserRow } from '../domain/user.rules.ts'
import { insertAudit } from '../features/audit/audit.store.ts'
import { isCommonPassword } from '../features/auth/common-passwords.ts'
import { revokeLoginMethods } from '../features/auth/login-methods.store.ts'
import { insertAccount, type NewAccount } from '../features/auth/new-account.store.ts'
import { listUserRows, setPassword } from '../features/users/users.store.ts'
import { UsageError } from '../lib/app-error.ts'
import { createPasswords } from '../lib/password.ts'
import { explain } from './user-error-messages.rules.ts'
import { withDatabase } from './with-database.ts'

export interface AddOptions {
  readonly name: string
  readonly role: 'general' | 'admin'
  readonly age?: AgeCategory | undefined
}

/** Creates an account. `age` defaults to r18 for administrators and to all-ages otherwise. */
export async function addUser(config: Config, { name, role, age }: AddOptions): Promise<number> {
  const parsed = v.safeParse(Username, name)
  if (!parsed.success) throw new UsageError(explain(parsed.issues[0].message))
  const username = parsed.output
  const ageRestriction = age ?? (role === 'admin' ? 'r18' : 'all')
  const passwordHash = await newPasswordHash()
  return withDatabase(config, async ({ write }) => {
    const account = { username, passwordHash, role: roleOf[role], ageRestriction, at: instant() }
    if (!(await addAccount(write, account)))
      throw new UsageError(`There is already an account named ${username}.`)
    console.log(`Created the account ${username}.`)
    return 0
  })
}

export async function resetUserPassword(config: Config, username: string): Promise<number> {
  const passwordHash = await newPasswordHash()
  return withDatabase(config, async ({ write }) => {
    const row = await resetPassword(write, { username, passwordHash, at: instant() })
    if (!row) throw new UsageError(`There is no account ${username} with a password.`)
    console.log(`${row.username} has a new password and is logged out everywhere.`)
    return 0
  })
}

/** Prints one line per account: name, role, status, age limit, last login, separated by tabs. */
export async function listUsers(config: Config): Promise<number> {
  return withDatabase(config, async ({ read }) => {
    for (const { username, role, status, age_restriction, last_login_at } of await listUserRows(read)) {
      const name = Object.entries(roleOf).find(([, number]) => number === role)?.[0]
      console.log([username, name, status, age_restriction, last_login_at ?? 'never'].join('\t'))
    }
    return 0
  })
}

async function newPasswordHash(): Promise<string> {
  const password = v.safeParse(Password, await readPassword())
  if (!password.success) throw new UsageError(explain(password.issues[0].message))
  if (await isCommonPassword(password.output)) throw new UsageError(explain('passwordCommon'))
  return createPasswords().hash(password.output)
}

const instant = () => new Date().toISOString()

/** Prompts twice for the password on a terminal without echo, or reads the first line of standard input. */
async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await readLine('')) ?? ''
  const password = await readLine('Password: ')
  if (password !== (await readLine('Again: '))) throw new UsageError('The passwords do not match.')
  return password ?? ''
}

/** Returns undefined at the end of input. Typed characters are not echoed. */
async function readLine(prompt: string): Promise<string | undefined> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: nowhere,
    terminal: process.stdin.isTTY,
    historySize: 0,
  })
  // Print the prompt after echo was turned off, so that no typed character appears.
  process.stderr.write(prompt)
  try {
    return await new Promise((resolve, reject) => {
      lines.once('line', resolve)
      lines.once('close', () => resolve(undefined))
      lines.once('SIGINT', () => reject(new UsageError('Interrupted: nothing was changed.')))
    })
  } finally {
    lines.close()
    if (prompt !== '') process.stderr.write('\n')
  }
}

export function addAccount(write: Db, account: NewAccount): Promise<boolean> {
  return writeInTurn(write, async (tx) => {
    const row = await insertAccount(tx, account)
    if (!row) return false
    await appendChanges(tx, 'user', [row.key])
    await insertAudit(tx, {
      ...byCommand(account.at),
      detail: `koedana user add ${row.username} role=${row.role}`,
    })
    return true
  })
}

/**
 * Sets a new password and revokes all other ways into the account. Returns undefined for unknown accounts and for guests, who have
 * no password.
 */
export function resetPassword(
  write: Db,
  change: { username: string; passwordHash: string; at: string },
): Promise<UserRow | undefined> {
  return writeInTurn(write, async (tx) => {
    const row = await setPassword(tx, change)
    if (!row) return undefined
    await revokeLoginMethods(tx, row.key)
    await appendChanges(tx, 'user', [row.key])
    await insertAudit(tx, { ...byCommand(change.at), detail: `koedana user reset-password ${row.username}` })
    return row
  })
}

const byCommand = (at: string) => ({ at, act: 'administered' as const, username: null, address: '' })
