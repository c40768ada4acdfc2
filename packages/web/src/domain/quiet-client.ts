/** A client whose failures are not shown: what nobody pressed is tried again, and some pages say themselves what failed. */
import { type Call, createClient } from '@koedana/contract/kit/client.ts'
import { useSettings } from '../lib/settings.ts'
import { wordsOfLoss } from './api.ts'
import { apiPath } from './api-path.ts'
import { currentToken, endSession } from './session.ts'

export const quietClient = (options?: Pick<RequestInit, 'keepalive'>): Call =>
  createClient({
    baseUrl: apiPath,
    fetch: (url, init) => fetch(url, { ...init, ...options }),
    language: () => useSettings.getState().locale,
    token: currentToken,
    platform: 'web',
    wordsOfLoss,
    onError: ({ status }, { token }) => {
      if (status === 401) endSession(token)
    },
  })
