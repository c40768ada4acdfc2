/** Endpoints with which administrators manage accounts. */

import type { createUser, deleteUser, getUser, listUsers, updateUser } from '@koedana/contract/users.ts'
import { defaultPageSize } from '@koedana/contract/values.ts'
import { appendChanges, writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { nameColumns, toUser, type UserRow } from '../../domain/user.rules.ts'
import { isNameTaken } from '../../domain/username-taken.store.ts'
import type { Context, Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import type { Passwords } from '../../lib/password.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import { rejectCommonPassword } from '../auth/common-passwords.ts'
import { requireRecentSession } from '../auth/fresh-proof.ts'
import { revokeLoginMethods } from '../auth/login-methods.store.ts'
import { deleteSessions } from '../auth/session.store.ts'
import type { Sessions } from '../auth/sessions.ts'
import { endedAgesOfAccount } from '../library/media/ended-cover-links.rules.ts'
import { endCoverLinks, type Links } from '../library/media/links.ts'
import type { SiteSettings } from '../settings/site.ts'
import {
  type AccountState,
  columnsOf,
  endsSessions,
  type Refusal,
  refusalOfChange,
  refusalOfRemoval,
  type UserChange,
} from './users.rules.ts'
import {
  changeUser,
  countOtherAdministrators,
  deleteUserRow,
  findUserRow,
  insertUser,
  listUserPage,
} from './users.store.ts'

export interface UserSources {
  readonly db: Db
  readonly write: Db
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly links: Pick<Links, 'refresh'>
  readonly site: Pick<SiteSettings, 'read'>
  readonly now: () => Date
}

export function listUsersHandler({ db }: UserSources): Handler<typeof listUsers> {
  return async ({ query: { q = '', role, status, sort = 'createdAtDesc', page = 1, pageSize } }) => {
    const limit = pageSize ?? defaultPageSize
    const { rows, total } = await listUserPage(db, {
      q,
      role,
      status,
      sort,
      limit,
      offset: (page - 1) * limit,
    })
    return { items: rows.map(toUser), total, page, pageSize: limit }
  }
}

export function getUserHandler({ db }: UserSources): Handler<typeof getUser> {
  return async ({ params: { id } }) => {
    const row = await findUserRow(db, id)
    if (!row) throw new AppError('notFound')
    return toUser(row)
  }
}

export function createUserHandler({
  write,
  sessions,
  passwords,
  now,
}: UserSources): Handler<typeof createUser> {
  return async ({ body: { username, password, role, ageRestriction, status = 'active' } }) => {
    await rejectCommonPassword(password, 'body.password')
    const at = now().toISOString()
    const account = {
      id: newId(),
      ...nameColumns(username),
      password_hash: await passwords.hash(password),
      role,
      status,
      age_restriction: ageRestriction,
      last_seen_at: at,
      created_at: at,
      updated_at: at,
    }
    const row = await writeInTurn(write, async (tx) => {
      const inserted = await insertUser(tx, account)
      if (!inserted) throw new AppError('usernameTaken')
      await appendChanges(tx, 'user', [inserted.key])
      return inserted
    })
    sessions.forget([row.key])
    return toUser(row)
  }
}

/** Changes an account. The check runs in the transaction that writes, so two administrators cannot demote each other at once. */
export function updateUserHandler(sources: UserSources): Handler<typeof updateUser> {
  const changeAccount = createAccountChanger(sources)
  return async ({ params: { id }, body }, context) => {
    const { user } = requirePerson(context)
    const isRenamed = body.username !== undefined && body.username !== user.username
    // A change of the caller's own password or name needs a recent login, which a stolen session does not have.
    if (id === user.id && (body.password !== undefined || isRenamed))
      await requireRecentSession(sources, context)
    const row = await changeAccount({ id, change: body }, context)
    await sources.links.refresh()
    return toUser(row)
  }
}

export interface AccountChange {
  readonly id: string
  readonly change: UserChange
}

/** Returns a function that changes an account. Call `links.refresh` afterwards to invalidate cover links. */
export function createAccountChanger(
  sources: UserSources,
): (wanted: AccountChange, context: Context) => Promise<UserRow> {
  const { write, sessions, passwords, now } = sources
  const endCovers = endingCovers(sources)
  return async ({ id, change: body }, context) => {
    if (body.password !== undefined) await rejectCommonPassword(body.password, 'body.password')
    const passwordHash = body.password === undefined ? undefined : await passwords.hash(body.password)
    const columns = columnsOf(body, { passwordHash, at: now().toISOString() })
    const row = await writeInTurn(write, async (tx) => {
      const account = await accountStateOf(tx, id, context)
      refuse(refusalOfChange(account, body))
      const { key } = account.row
      if (body.username !== undefined && (await isNameTaken(tx, body.username, key))) {
        throw new AppError('usernameTaken')
      }
      const changed = await changeUser(tx, key, columns)
      if (endsSessions(account.row, body)) await deleteSessions(tx, key, 'all')
      if (passwordHash !== undefined) await revokeLoginMethods(tx, key)
      await endCovers(tx, account.row, changed)
      await appendChanges(tx, 'user', [key])
      return changed
    })
    sessions.forget([row.key])
    return row
  }
}

export function deleteUserHandler(sources: UserSources): Handler<typeof deleteUser> {
  const removeAccount = createAccountRemover(sources)
  return async ({ params: { id } }, context) => {
    await removeAccount(id, context)
    await sources.links.refresh()
  }
}

/** Returns a function that deletes an account. Call `links.refresh` afterwards to invalidate cover links. */
export function createAccountRemover(sources: UserSources): (id: string, context: Context) => Promise<void> {
  const { write, sessions } = sources
  const endCovers = endingCovers(sources)
  return async (id, context) => {
    const key = await writeInTurn(write, async (tx) => {
      const account = await accountStateOf(tx, id, context)
      refuse(refusalOfRemoval(account))
      await deleteUserRow(tx, account.row.key)
      await endCovers(tx, account.row)
      await appendChanges(tx, 'user', [account.row.key])
      return account.row.key
    })
    sessions.forget([key])
  }
}

/** Ends links to covers that the account could see and visitors cannot. */
const endingCovers =
  ({ site }: UserSources) =>
  async (tx: Db, before: UserRow, after?: UserRow): Promise<void> => {
    const { visitorCeiling } = await site.read(tx)
    await endCoverLinks(tx, endedAgesOfAccount(before, after, visitorCeiling))
  }

async function accountStateOf(tx: Db, id: string, { person }: Context): Promise<AccountState> {
  const row = await findUserRow(tx, id)
  if (!row) throw new AppError('notFound')
  const otherAdministrators = await countOtherAdministrators(tx, row.key)
  return { row, otherAdministrators, isOwn: person?.userKey === row.key }
}

function refuse(refusal: Refusal | undefined): void {
  if (refusal) throw new AppError(refusal.code, refusal.fields ? { fields: refusal.fields } : {})
}
