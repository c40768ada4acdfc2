/** `koedana user add NAME | reset-password NAME | list`: accounts, for who sits at the machine. */

import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { Password, Username } from '@koedana/contract/credentials.ts'
import { AgeCategory, roleOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import { appendChanges, writeTogether } from '../db/changes.ts'
import type { Db } from '../db/schema.ts'
import type { UserRow } from '../domain/user.rules.ts'
import { insertAudit } from '../features/audit/audit.store.ts'
import { isCommon } from '../features/auth/common-passwords.ts'
import { insertAccount, type NewAccount } from '../features/auth/new-account.store.ts'
import { revokeWaysIn } from '../features/auth/ways-in.store.ts'
import { listUserRows, setPassword } from '../features/users/users.store.ts'
import { UsageError } from '../lib/app-error.ts'
import { createPasswords } from '../lib/password.ts'
import { explain } from './user-sentences.rules.ts'
import { withDatabase } from './with-database.ts'

const wanted = 'koedana user add NAME [--role general|admin] [--age all|r15|r18] | reset-password NAME | list'

export async function user(config: Config, [action, ...args]: readonly string[]): Promise<number> {
  if (action === 'add') return add(config, args)
  if (action === 'reset-password') return reset(config, args)
  if (action === 'list') return withDatabase(config, ({ read }) => list(read))
  throw new UsageError(`What about which account? ${wanted}`)
}

async function add(config: Config, args: readonly string[]): Promise<number> {
  const { username, role, ageRestriction } = readArguments(args)
  const passwordHash = await newPasswordHash()
  return withDatabase(config, async ({ write }) => {
    const made = await addAccount(write, { username, passwordHash, role, ageRestriction, at: instant() })
    if (!made) throw new UsageError(`There is an account ${username} already.`)
    console.log(`${username} may log in now.`)
    return 0
  })
}

async function reset(config: Config, [username, ...more]: readonly string[]): Promise<number> {
  if (username === undefined || more.length > 0) {
    throw new UsageError('Whose password? koedana user reset-password NAME')
  }
  const passwordHash = await newPasswordHash()
  return withDatabase(config, async ({ write }) => {
    const row = await resetPassword(write, { username, passwordHash, at: instant() })
    if (!row) throw new UsageError(`There is no account ${username} that has a password.`)
    console.log(`${row.username} has a new password, and is logged out everywhere.`)
    return 0
  })
}

async function list(db: Db): Promise<number> {
  for (const { username, role, status, age_restriction, last_login_at } of await listUserRows(db)) {
    const name = Object.entries(roleOf).find(([, number]) => number === role)?.[0]
    console.log([username, name, status, age_restriction, last_login_at ?? 'never'].join('\t'))
  }
  return 0
}

/** An administrator sees everything unless it is said otherwise. */
function readArguments(args: readonly string[]) {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options: { role: { type: 'string', default: 'general' }, age: { type: 'string' } },
  })
  const name = v.safeParse(Username, positionals[0] ?? '')
  if (!name.success) throw new UsageError(`${explain(name.issues[0].message)} ${wanted}`)
  if (positionals.length > 1) throw new UsageError(`A password is never an argument. ${wanted}`)
  const roleName = v.safeParse(v.picklist(['general', 'admin']), values.role)
  if (!roleName.success) throw new UsageError('The role is --role general or --role admin.')
  const age = v.safeParse(AgeCategory, values.age ?? (roleName.output === 'admin' ? 'r18' : 'all'))
  if (!age.success) throw new UsageError('The age is --age all, --age r15 or --age r18.')
  return { username: name.output, role: roleOf[roleName.output], ageRestriction: age.output }
}

async function newPasswordHash(): Promise<string> {
  const password = v.safeParse(Password, await readPassword())
  if (!password.success) throw new UsageError(explain(password.issues[0].message))
  if (await isCommon(password.output)) throw new UsageError(explain('passwordCommon'))
  return createPasswords().hash(password.output)
}

const instant = () => new Date().toISOString()

/** A password from the terminal, twice and without showing it, or the first line of what is piped in. */
async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await readLine('')) ?? ''
  const password = await readLine('Password: ')
  if (password !== (await readLine('Again: '))) throw new UsageError('These are two different passwords.')
  return password ?? ''
}

/** Returns undefined if the input ended or was broken off. What is typed is echoed to nowhere. */
async function readLine(prompt: string): Promise<string | undefined> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: nowhere,
    terminal: process.stdin.isTTY,
    historySize: 0,
  })
  // The prompt appears once the terminal no longer echoes: what is typed at once is not shown either.
  process.stderr.write(prompt)
  try {
    return await new Promise((resolve, reject) => {
      lines.once('line', resolve)
      lines.once('close', () => resolve(undefined))
      lines.once('SIGINT', () => reject(new UsageError('Broken off: nothing was changed.')))
    })
  } finally {
    lines.close()
    if (prompt !== '') process.stderr.write('\n')
  }
}

/** Returns whether it was made: not if the name is taken. */
export function addAccount(write: Db, account: NewAccount): Promise<boolean> {
  return writeTogether(write, async (tx) => {
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

/** Revokes every way into the account. Undefined without such an account, and for a guest, who has no password. */
export function resetPassword(
  write: Db,
  change: { username: string; passwordHash: string; at: string },
): Promise<UserRow | undefined> {
  return writeTogether(write, async (tx) => {
    const row = await setPassword(tx, change)
    if (!row) return undefined
    await revokeWaysIn(tx, row.key)
    await appendChanges(tx, 'user', [row.key])
    await insertAudit(tx, { ...byCommand(change.at), detail: `koedana user reset-password ${row.username}` })
    return row
  })
}

const byCommand = (at: string) => ({ at, act: 'administered' as const, username: null, address: '' })
