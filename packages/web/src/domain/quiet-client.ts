/** A client whose failures are not shown: what nobody pressed is tried again, and some pages say themselves what failed. */
import { type Call, createClient } from '@koedana/contract/kit/client.ts'
import { useSettings } from '../lib/settings.ts'
import { wordsOfLoss } from './api.ts'
import { apiPath } from './api-path.ts'
import { currentToken, endSession } from './session.ts'

/** `token`: that of a session other than the present one. */
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
