/** The typed client of the contract. Every failed call says so once, then throws to its caller. */
import { basePath } from '@koedana/contract/base-path.ts'
import type { ApiError } from '@koedana/contract/kit/client.ts'
import { type Call, createClient } from '@koedana/contract/kit/client.ts'
import { ownChoices } from './content-choices.ts'
import { translate } from './i18n.ts'
import { notify } from './notify.ts'
import { currentToken, isLoggedIn, signOut } from './session.ts'
import { useSettings } from './settings.ts'

const client = createClient({
  baseUrl: basePath,
  fetch: (url, init) => fetch(url, init),
  language: () => useSettings.getState().locale,
  token: currentToken,
  onError: tell,
})

/** `call(listWorks, { query: { genres: ['12'] } }, signal)`. Reads of visitors carry what they chose not to see. */
export const call: Call = (endpoint, asked, signal) => {
  if (endpoint.method !== 'GET' || isLoggedIn()) return client(endpoint, asked, signal)
  return client(endpoint, { ...asked, query: { ...ownChoices(), ...asked.query } }, signal)
}

/** Of many calls that hear it at once, the first signs out; the app then leads to the login page. */
function tell(error: ApiError): void {
  if (error.status === 401 && isLoggedIn()) signOut({ wasRefused: true })
  notify(error.status === 0 ? translate('error.network') : error.message, 'negative')
}
