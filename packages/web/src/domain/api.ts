/** The typed client of the API contract. It reports each failed call once, then throws. */
import type { ApiError, SentCall } from '@koedana/contract/kit/client.ts'
import { type Call, createClient } from '@koedana/contract/kit/client.ts'
import { firstResponse } from '../lib/first-response.ts'
import { translate } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { useSettings } from '../lib/settings.ts'
import { apiPath } from './api-path.ts'
import { changedChoices } from './content-choices.ts'
import { currentToken, endSession, isLoggedIn, storedUser } from './session.ts'

/** Requests sent while the page closes use `keepalive`. */
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
 * Calls an endpoint: `call(listWorks, { query: { genres: ['12'] } }, signal)`. A visitor's reads include their content choices. A read
 * rejects if another account logged in before its response, here or in another tab, so that the response is never stored.
 */
export const call: Call = async (endpoint, input, signal) => {
  const isVisitor = !isLoggedIn()
  if (endpoint.method !== 'GET') return client(endpoint, input, signal)
  const accountId = storedUser()?.id
  const query = isVisitor ? { ...changedChoices(), ...input.query } : input.query
  const response = await client(endpoint, { ...input, ...(query && { query }) }, signal)
  if (storedUser()?.id !== accountId) throw new DOMException('Another account was signed in.', 'AbortError')
  return response
}

/** Handles every failed call and stream: shows a notice, and ends the session if the server rejected it. */
export function reportFailure(error: ApiError, { method, path, token }: SentCall): void {
  if (error.status === 401) endSession(token)
  // For reads, pages show a lost connection themselves; failed writes are always reported.
  const isWaiting = error.status === 0 && method === 'GET' && !navigator.onLine
  // The pages of works, entities and lists show themselves that their subject was not found.
  const isShownByPage = error.status === 404 && path.endsWith('/:id') && method === 'GET'
  if (!isWaiting && !isShownByPage) notify(error.message, 'negative')
}

export function wordsOfLoss(cause: unknown): string {
  const isLate = cause instanceof Error && cause.name === 'TimeoutError'
  return translate(isLate ? 'error.timeout' : 'error.network')
}
