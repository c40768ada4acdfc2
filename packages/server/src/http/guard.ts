/**
 * Who may call what. A bearer that is stale has been answered 401 before, on every route that hears it; signed links
 * ignore bearers and answer 403 by themselves.
 */
import type { Access, Endpoint } from '@koedana/contract/kit/endpoint.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { AppError } from '../lib/app-error.ts'
import type { Person } from './person.ts'

export function admit({ access }: Endpoint, person: Person | undefined): void {
  if (access === 'public' || access === 'signed') return
  if (!person) throw new AppError('unauthenticated')
  if (!isAdmitted(access, person)) throw new AppError('forbidden')
}

function isAdmitted(access: Exclude<Access, 'public' | 'signed'>, { user: { role } }: Person): boolean {
  if (access === 'user') return true
  if (access === 'admin') return role === roleOf.admin
  return role === roleOf.general || role === roleOf.admin
}
