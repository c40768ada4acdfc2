/** The typed client of the contract. Every failed call says so once, then throws to its caller. */
import type { ApiError, Sent } from '@koedana/contract/kit/client.ts'
import { type Call, createClient } from '@koedana/contract/kit/client.ts'
import { firstResponse } from '../lib/first-response.ts'
import { translate } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { useSettings } from '../lib/settings.ts'
import { apiPath } from './api-path.ts'
import { ownChoices } from './content-choices.ts'
import { currentToken, endSession, isLoggedIn, storedUser } from './session.ts'

/** Requests that are sent while the page closes outlive it. */
let isLeaving = false
for (const name of ['pagehide', 'pageshow'])
  window.addEventListener(name, () => {
    isLeaving = name === 'pagehide'
  })

const client = createClient({
  baseUrl: apiPath,
  fetch: async (url, init) => {
    const first = firstResponse()
    if (first?.dataset.url === url) return new Response(first.textContent)
    return fetch(url, { ...init, keepalive: isLeaving })
  },
  language: () => useSettings.getState().locale,
  token: currentToken,
  platform: 'web',
  wordsOfLoss,
  onError: reportFailure,
})

/**
 * `call(listWorks, { query: { genres: ['12'] } }, signal)`. Reads of visitors carry what they chose not to see. A read whose
 * response arrives after another account was signed in, here or in another tab, is given up: nobody may store it.
 */
export const call: Call = async (endpoint, input, signal) => {
  const isVisitor = !isLoggedIn()
  if (endpoint.method !== 'GET') return client(endpoint, input, signal)
  const accountId = storedUser()?.id
  const query = isVisitor ? { ...ownChoices(), ...input.query } : input.query
  const response = await client(endpoint, { ...input, ...(query && { query }) }, signal)
  if (storedUser()?.id !== accountId) throw new DOMException('Another account was signed in.', 'AbortError')
  return response
}

/** Handles every failed call and stream: a notice, and the end of a session that the server refused. */
export function reportFailure(error: ApiError, { method, path, token }: Sent): void {
  if (error.status === 401) endSession(token)
  // Pages say themselves that there is no connection; an act that came to nothing has to.
  const isWaiting = error.status === 0 && method === 'GET' && !navigator.onLine
  // The page of a work, an entity or a list that is not there is about nothing else.
  const isShownByPage = error.status === 404 && path.endsWith('/:id') && method === 'GET'
  if (!isWaiting && !isShownByPage) notify(error.message, 'negative')
}

export function wordsOfLoss(cause: unknown): string {
  const isLate = cause instanceof Error && cause.name === 'TimeoutError'
  return translate(isLate ? 'error.timeout' : 'error.network')
}
