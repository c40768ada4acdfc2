/** Decides which changes of an account administrators may make, given its state inside the transaction. */
import type { ErrorCode } from '@koedana/contract/errors.ts'
import type { UserChange as ChangeSchema } from '@koedana/contract/users.ts'
import { type Role, roleOf, type UserStatus } from '@koedana/contract/values.ts'
import type * as v from 'valibot'
import { nameColumns, type UserRow } from '../../domain/user.rules.ts'

export type UserChange = v.InferOutput<typeof ChangeSchema>

/** A stored account, and what the decision depends on. */
export interface AccountState {
  readonly row: UserRow
  /** The number of other administrators who can log in. */
  readonly otherAdministrators: number
  /** Whether it is the caller's account. */
  readonly isOwn: boolean
}

/** Why a change is rejected: an error code of the contract, and the fields it concerns. */
export interface Refusal {
  readonly code: ErrorCode
  readonly fields?: Readonly<Record<string, string>>
}

/**
 * Rejects a change that would leave no administrator or lock out the caller. An administrator may step down if another exists, who can
 * undo it.
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

/** Returns whether the user must log in again. A change of only the name does not end sessions. */
export function endsSessions(row: UserRow, { password, role, ageRestriction, status }: UserChange): boolean {
  return (
    password !== undefined ||
    (role !== undefined && role !== row.role) ||
    (ageRestriction !== undefined && ageRestriction !== row.age_restriction) ||
    (status !== undefined && status !== row.status)
  )
}

/** Returns only the columns that change. Fields are copied one by one, so that no other field of a request is ever stored. */
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
