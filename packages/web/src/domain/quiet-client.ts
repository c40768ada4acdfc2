/** A client for what nobody pressed: a failure is not shown, since it is tried again. */
import { type Call, createClient } from '@koedana/contract/kit/client.ts'
import { useSettings } from '../lib/settings.ts'
import { apiPath } from './api-path.ts'
import { currentToken, endSession } from './session.ts'

export const quietClient = (options?: Pick<RequestInit, 'keepalive'>): Call =>
  createClient({
    baseUrl: apiPath,
    fetch: (url, init) => fetch(url, { ...init, ...options }),
    language: () => useSettings.getState().locale,
    token: currentToken,
    platform: 'web',
    onError: ({ status }, { token }) => {
      if (status === 401) endSession(token)
    },
  })
