/**
 * Who may call. There are no accounts yet, so no bearer can be valid: one that is sent is stale and answered 401
 * on every route, never silently taken for a visitor. Signed links ignore bearers and answer 403 by themselves.
 */
import type { Endpoint } from '@koedana/contract/kit/endpoint.ts'
import { AppError } from '../lib/app-error.ts'

export function admit(endpoint: Endpoint, authorization: string | undefined): void {
  if (endpoint.access === 'signed') return
  if (authorization !== undefined || endpoint.access !== 'public') throw new AppError('unauthenticated')
}
