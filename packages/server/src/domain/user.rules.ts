import type { User } from '@koedana/contract/session.ts'
import type { Selectable } from 'kysely'
import type { UserTable } from '../db/tables/accounts.ts'
import { skeletonsOf } from '../lib/skeleton.rules.ts'

export type UserRow = Selectable<UserTable>

/** Converts an account row to the contract. */
export function toUser(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    role: row.role,
    status: row.status,
    ageRestriction: row.age_restriction,
    lastLoginAt: row.last_login_at,
    lastLoginIp: row.last_login_ip,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Returns the columns of a username: as typed, normalized, and its skeletons. */
export function nameColumns(username: string) {
  const { small, typed, capital } = skeletonsOf(username)
  return {
    username,
    username_key: usernameKeyOf(username),
    name_skeleton: small,
    name_skeleton_typed: typed,
    name_skeleton_capital: capital,
  }
}

/** Normalizes a username. Names with the same key count as equal. */
export const usernameKeyOf = (username: string): string => username.normalize('NFKC').toLowerCase()
