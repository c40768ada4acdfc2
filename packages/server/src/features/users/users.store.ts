/** Queries with which administrators manage accounts. Functions that write must run inside `writeInTurn`, which serializes writers. */
import type { UserSort } from '@koedana/contract/users.ts'
import { type Role, roleOf, type UserStatus } from '@koedana/contract/values.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { inByteOrder } from '../../db/byte-order.ts'
import { likePatternOf } from '../../db/like-pattern.rules.ts'
import type { Db } from '../../db/schema.ts'
import type { UserTable } from '../../db/tables/accounts.ts'
import { type UserRow, usernameKeyOf } from '../../domain/user.rules.ts'
import { isNameTaken } from '../../domain/username-taken.store.ts'

export interface UsersQuery {
  readonly q: string
  readonly role: Role | undefined
  readonly status: UserStatus | undefined
  readonly sort: UserSort
  readonly limit: number
  readonly offset: number
}

export async function listUserPage(
  db: Db,
  query: UsersQuery,
): Promise<{ rows: readonly UserRow[]; total: number }> {
  const found = matching(db, query)
  const { total } = await found
    .select((e) => e.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await sorted(db, found.selectAll(), query.sort)
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  return { rows, total: Number(total) }
}

export function findUserRow(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Counts the other administrators who can log in. */
export async function countOtherAdministrators(tx: Db, userKey: number): Promise<number> {
  const { count } = await tx
    .selectFrom('user')
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .where('role', '=', roleOf.admin)
    .where('status', '=', 'active')
    .where('key', '!=', userKey)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns undefined if the name, or a confusable one, is taken. */
export async function insertUser(tx: Db, row: Insertable<UserTable>): Promise<UserRow | undefined> {
  if (await isNameTaken(tx, row.username)) return undefined
  return tx
    .insertInto('user')
    .values(row)
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function changeUser(tx: Db, userKey: number, columns: Updateable<UserTable>): Promise<UserRow> {
  return tx
    .updateTable('user')
    .set(columns)
    .where('key', '=', userKey)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes an account and all its data. */
export async function deleteUserRow(tx: Db, userKey: number): Promise<void> {
  await tx.deleteFrom('user').where('key', '=', userKey).execute()
}

function matching(db: Db, { q, role, status }: UsersQuery) {
  let query = db.selectFrom('user')
  const name = usernameKeyOf(q).trim()
  if (name !== '') query = query.where(sql<boolean>`username_key like ${likePatternOf(name)} escape '\\'`)
  if (role !== undefined) query = query.where('role', '=', role)
  if (status !== undefined) query = query.where('status', '=', status)
  return query
}

type Found = ReturnType<ReturnType<typeof matching>['selectAll']>

/** Users that compare as equal are sorted by creation, latest first if the sort itself starts with the latest. */
function sorted(db: Db, found: Found, sort: UserSort): Found {
  switch (sort) {
    case 'usernameAsc':
      return found.orderBy(inByteOrder(db, 'username_key')).orderBy('key')
    case 'lastLoginAtDesc':
      return found.orderBy('last_login_at', (order) => order.desc().nullsLast()).orderBy('key', 'desc')
    case 'roleDesc':
      return found.orderBy('role', 'desc').orderBy('key', 'desc')
    case 'createdAtDesc':
      return found.orderBy('created_at', 'desc').orderBy('key', 'desc')
  }
}

/** Lists accounts for the command line. */
export function listUserRows(db: Db): Promise<UserRow[]> {
  return db.selectFrom('user').selectAll().orderBy('username_key').execute()
}

export function setPassword(
  tx: Db,
  { username, passwordHash, at }: { username: string; passwordHash: string; at: string },
): Promise<UserRow | undefined> {
  return tx
    .updateTable('user')
    .set({ password_hash: passwordHash, updated_at: at })
    .where('username_key', '=', usernameKeyOf(username))
    .where('role', '!=', roleOf.guest)
    .returningAll()
    .executeTakeFirst()
}
