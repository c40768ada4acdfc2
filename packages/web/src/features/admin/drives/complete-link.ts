/**
 * The response in the address of the return page. It is sent once, and leaves the address bar before anything else happens.
 * Its result stays with the entry of the browser history, so that a reload shows it again.
 */
import { CompletedLink, completeDrive, type DriveProvider } from '@koedana/contract/drives.ts'
import * as v from 'valibot'
import { call } from '../../../domain/api.ts'
import { currentUser, isAdmin, isLoggedIn } from '../../../domain/session.ts'
import { parseResponse } from './oauth-response.rules.ts'

/**
 * `signedOut`: the caller is not logged in. `notAllowed`: the account is not an administrator. `empty`: the address holds no
 * response. `failed`: the server did not respond. `discarded`: an account was not confirmed.
 */
export type LinkResult =
  | CompletedLink
  | { readonly is: 'signedOut' | 'notAllowed' | 'empty' | 'failed' | 'discarded' }

const StoredOutcome = v.object({
  userId: v.string(),
  provider: v.string(),
  outcome: v.variant('is', [...CompletedLink.options, v.object({ is: v.picklist(['failed', 'discarded']) })]),
})

const linkResult = new Map<DriveProvider, Promise<LinkResult>>()

/** Sends the response once, and returns its result to all callers as long as the page is open. */
export function completeLinkOnce(provider: DriveProvider): Promise<LinkResult> {
  const result = linkResult.get(provider) ?? completeLink(provider)
  linkResult.set(provider, result)
  return result
}

async function completeLink(provider: DriveProvider): Promise<LinkResult> {
  const { search, pathname } = window.location
  const response = parseResponse(provider, search)
  if (search !== '') window.history.replaceState(window.history.state, '', pathname)
  if (!isLoggedIn()) return { is: 'signedOut' }
  if (!isAdmin()) return { is: 'notAllowed' }
  if (!response) return recallOutcome(provider) ?? { is: 'empty' }
  const outcome = await call(completeDrive, { body: response }).catch(() => ({ is: 'failed' as const }))
  rememberOutcome(provider, outcome)
  return outcome
}

/** Stores the result for a reload of the return page; on any other page it does nothing. */
export function rememberOutcome(provider: DriveProvider, outcome: LinkResult): void {
  if (!linkResult.has(provider)) return
  linkResult.set(provider, Promise.resolve(outcome))
  const userId = currentUser()?.id
  window.history.replaceState({ ...window.history.state, driveOutcome: { userId, provider, outcome } }, '')
}

/** Returns undefined if the result belongs to another account or another provider. */
function recallOutcome(provider: DriveProvider): LinkResult | undefined {
  const stored = v.safeParse(v.object({ driveOutcome: StoredOutcome }), window.history.state)
  if (!stored.success) return undefined
  const { driveOutcome } = stored.output
  const isOurs = driveOutcome.provider === provider && driveOutcome.userId === currentUser()?.id
  return isOurs ? driveOutcome.outcome : undefined
}
