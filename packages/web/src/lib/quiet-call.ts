/** The same client for what asks again and again, or while one types: its failures stand where they belong, not as notices. */
import { basePath } from '@koedana/contract/base-path.ts'
import { createClient } from '@koedana/contract/kit/client.ts'
import { currentToken, isLoggedIn, signOut } from './session.ts'
import { useSettings } from './settings.ts'

export const callQuietly = createClient({
  baseUrl: basePath,
  fetch: (url, init) => fetch(url, init),
  language: () => useSettings.getState().locale,
  token: currentToken,
  onError: ({ status }) => {
    if (status === 401 && isLoggedIn()) signOut({ wasRefused: true })
  },
})
