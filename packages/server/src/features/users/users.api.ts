/** Accounts, as administrators find and make them. */
import { defaultPageSize } from '@koedana/contract/rules.ts'
import type { createUser, getUser, listUsers } from '@koedana/contract/users.ts'
import { appendChanges } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { writeTogether } from '../../db/write.ts'
import { nameColumns, userOf } from '../../domain/user.rules.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { hashPassword } from '../../lib/password.ts'
import { refuseCommon } from '../auth/common-passwords.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Links } from '../library/media/links.ts'
import type { SiteSettings } from '../settings/site.ts'
import { findUserRow, insertUser, listUserPage } from './users.store.ts'

export interface UserSources {
  /** Reads. */
  readonly db: Db
  readonly write: Db
  readonly sessions: Sessions
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
    return { items: rows.map(userOf), total, page, pageSize: limit }
  }
}

export function getUserHandler({ db }: UserSources): Handler<typeof getUser> {
  return async ({ params: { id } }) => {
    const row = await findUserRow(db, id)
    if (!row) throw new AppError('notFound')
    return userOf(row)
  }
}

export function createUserHandler({ write, sessions, now }: UserSources): Handler<typeof createUser> {
  return async ({ body: { username, password, role, ageRestriction, status = 'active' } }) => {
    await refuseCommon(password, 'body.password')
    const at = now().toISOString()
    const account = {
      id: newId(),
      ...nameColumns(username),
      password_hash: await hashPassword(password),
      role,
      status,
      age_restriction: ageRestriction,
      last_seen_at: at,
      created_at: at,
      updated_at: at,
    }
    const row = await writeTogether(write, async (tx) => {
      const inserted = await insertUser(tx, account)
      if (!inserted) throw new AppError('usernameTaken')
      await appendChanges(tx, 'user', [inserted.key])
      return inserted
    })
    sessions.forget([row.key])
    return userOf(row)
  }
}
