/** An API client that shows no errors: for background requests, which are retried, and for pages that show errors themselves. */
import { type Call, createClient } from '@koedana/contract/kit/client.ts'
import { useSettings } from '../lib/settings.ts'
import { wordsOfLoss } from './api.ts'
import { apiPath } from './api-path.ts'
import { currentToken, endSession } from './session.ts'

/** `token` replaces the token of the current session. */
export const quietClient = (options?: Pick<RequestInit, 'keepalive'>, token = currentToken): Call =>
  createClient({
    baseUrl: apiPath,
    fetch: (url, init) => fetch(url, { ...init, ...options }),
    language: () => useSettings.getState().locale,
    token,
    platform: 'web',
    wordsOfLoss,
    onError: ({ status }, sent) => {
      if (status === 401) endSession(sent.token)
    },
  })
