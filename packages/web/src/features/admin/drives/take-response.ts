/** The response in the address of the return page, taken once: it goes from the address bar before anything else happens. */
import type { CompletedLink } from '@koedana/contract/drive-confirmation.ts'
import { completeDrive, type DriveProvider } from '@koedana/contract/drives.ts'
import { call } from '../../../domain/api.ts'
import { isAdmin } from '../../../domain/session.ts'
import { responseIn } from './drive-response.rules.ts'

/** `signedOut`: nobody is here who may link. `empty`: the page was opened by hand, or is drawn again. `discarded`: an account was not confirmed. */
export type Taken = CompletedLink | { readonly is: 'signedOut' | 'empty' | 'failed' | 'discarded' }

let taken: Promise<Taken> | undefined

/** Does the same for all callers, as long as the page is open. */
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
