/** Reads the OAuth response from the URL of the return page once, and removes it from the address bar first. */
import type { CompletedLink } from '@koedana/contract/drive-confirmation.ts'
import { completeDrive, type DriveProvider } from '@koedana/contract/drives.ts'
import { call } from '../../../domain/api.ts'
import { isAdmin } from '../../../domain/session.ts'
import { responseIn } from './drive-response.rules.ts'

/**
 * `signedOut`: no administrator is logged in. `empty`: there is no response in the URL. `discarded`: the user did not confirm an account.
 */
export type Taken = CompletedLink | { readonly is: 'signedOut' | 'empty' | 'failed' | 'discarded' }

let taken: Promise<Taken> | undefined

/** Returns the same promise to all callers, as long as the page is open. */
export function takeResponse(provider: DriveProvider): Promise<Taken> {
  taken ??= take(provider)
  return taken
}

async function take(provider: DriveProvider): Promise<Taken> {
  const { search, pathname } = window.location
  window.history.replaceState(window.history.state, '', pathname)
  const response = responseIn(provider, search)
  if (!response) return { is: 'empty' }
  if (!isAdmin()) return { is: 'signedOut' }
  return call(completeDrive, { body: response }).catch(() => ({ is: 'failed' as const }))
}
