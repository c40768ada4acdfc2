/** Decides what administrators may do to an account, on what is stored at that moment. */
import type { ErrorCode } from '@koedana/contract/errors.ts'
import type { UserChange as ChangeSchema } from '@koedana/contract/users.ts'
import { type Role, roleOf, type UserStatus } from '@koedana/contract/values.ts'
import type * as v from 'valibot'
import { nameColumns, type UserRow } from '../../domain/user.rules.ts'

export type UserChange = v.InferOutput<typeof ChangeSchema>

/** An account as it is stored, and what its fate depends on. */
export interface AccountState {
  readonly row: UserRow
  /** Administrators who can sign in, this account not counted. */
  readonly otherAdministrators: number
  /** Whether it is the account of the caller. */
  readonly isOwn: boolean
}

/** Why something may not be done: a code of the contract, and the fields it is about. */
export interface Refusal {
  readonly code: ErrorCode
  readonly fields?: Readonly<Record<string, string>>
}

/**
 * Refuses a change that would leave no administrator, or lock out the caller. One who steps down while there is another
 * may: the other can undo it.
 */
export function refusalOfChange({ row, ...account }: AccountState, change: UserChange): Refusal | undefined {
  if (change.role === roleOf.guest && row.role !== roleOf.guest) {
    return { code: 'malformed', fields: { 'body.role': 'valueUnknown' } }
  }
  const after = { role: change.role ?? row.role, status: change.status ?? row.status }
  if (!isAdministrator(row) || isAdministrator(after)) return undefined
  if (account.otherAdministrators === 0) return { code: 'lastAdministrator' }
  const locksOut = account.isOwn && after.status !== row.status
  return locksOut ? { code: 'refused', fields: { 'body.status': 'ownAccount' } } : undefined
}

export function refusalOfRemoval({ row, otherAdministrators, isOwn }: AccountState): Refusal | undefined {
  if (isAdministrator(row) && otherAdministrators === 0) return { code: 'lastAdministrator' }
  return isOwn ? { code: 'refused', fields: { 'params.id': 'ownAccount' } } : undefined
}

/** Returns whether the person must sign in anew: the name alone opens and closes nothing. */
export function endsSessions(row: UserRow, { password, role, ageRestriction, status }: UserChange): boolean {
  return (
    password !== undefined ||
    (role !== undefined && role !== row.role) ||
    (ageRestriction !== undefined && ageRestriction !== row.age_restriction) ||
    (status !== undefined && status !== row.status)
  )
}

/** Returns only what changes: the columns are named one by one, so that nothing else of a body is ever stored. */
export function columnsOf(
  { username, role, ageRestriction, status }: UserChange,
  { passwordHash, at }: { readonly passwordHash: string | undefined; readonly at: string },
) {
  return {
    ...(username === undefined ? {} : nameColumns(username)),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...(role === undefined ? {} : { role }),
    ...(ageRestriction === undefined ? {} : { age_restriction: ageRestriction }),
    ...(status === undefined ? {} : { status }),
    updated_at: at,
  }
}

interface Rights {
  readonly role: Role
  readonly status: UserStatus
}

const isAdministrator = ({ role, status }: Rights) => role === roleOf.admin && status === 'active'
