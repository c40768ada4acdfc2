/** What administrators may do to an account, decided on what is stored at that moment. */
import type { UserChange as ChangeSchema } from '@koedana/contract/users.ts'
import { type Role, roleOf, type UserStatus } from '@koedana/contract/values.ts'
import type * as v from 'valibot'
import { AppError } from '../../lib/app-error.ts'
import { type UserRow, usernameKeyOf } from './user.rules.ts'

export type UserChange = v.InferOutput<typeof ChangeSchema>

/** An account as it is stored, and what its fate depends on. */
export interface Standing {
  readonly row: UserRow
  /** Administrators who can sign in, this account not counted. */
  readonly otherAdministrators: number
  /** Whether it is the account of whoever asks. */
  readonly isOwn: boolean
}

/**
 * Throws where the change would leave no administrator, or lock out the caller. One who steps down while there is
 * another may: the other can undo it.
 */
export function refuseChange({ row, ...standing }: Standing, change: UserChange): void {
  if (change.role === roleOf.guest && row.role !== roleOf.guest) {
    throw new AppError('malformed', { fields: { 'body.role': 'valueUnknown' } })
  }
  const after = { role: change.role ?? row.role, status: change.status ?? row.status }
  if (!isAdministrator(row) || isAdministrator(after)) return
  if (standing.otherAdministrators === 0) throw new AppError('lastAdministrator')
  if (standing.isOwn && after.status !== row.status) {
    throw new AppError('refused', { fields: { 'body.status': 'ownAccount' } })
  }
}

export function refuseRemoval({ row, otherAdministrators, isOwn }: Standing): void {
  if (isAdministrator(row) && otherAdministrators === 0) throw new AppError('lastAdministrator')
  if (isOwn) throw new AppError('refused', { fields: { 'params.id': 'ownAccount' } })
}

/** Whether whoever is signed in must sign in anew: the name alone opens and closes nothing. */
export function endsSessions(row: UserRow, { password, role, ageRestriction, status }: UserChange): boolean {
  return (
    password !== undefined ||
    (role !== undefined && role !== row.role) ||
    (ageRestriction !== undefined && ageRestriction !== row.age_restriction) ||
    (status !== undefined && status !== row.status)
  )
}

/** Only what changes: the columns are named one by one, so that nothing else of a body is ever stored. */
export function columnsOf(
  { username, role, ageRestriction, status }: UserChange,
  { passwordHash, at }: { readonly passwordHash: string | undefined; readonly at: string },
) {
  return {
    ...(username === undefined ? {} : { username, username_key: usernameKeyOf(username) }),
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
