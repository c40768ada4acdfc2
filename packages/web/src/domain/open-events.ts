/** A stream of server-sent events, by fetch: `EventSource` cannot carry a bearer. */
import { failureOf } from '@koedana/contract/kit/client.ts'
import { useSettings } from '../lib/settings.ts'
import { reportFailure } from './api.ts'
import { apiPath } from './api-path.ts'
import { currentToken } from './session.ts'

/** Opens `path` below the base path. A refusal is reported as that of any call, and returned as well. */
export async function openEvents(path: string, signal: AbortSignal): Promise<Response> {
  const token = currentToken()
  const headers = {
    accept: 'text/event-stream',
    'accept-language': useSettings.getState().locale,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(apiPath + path, { headers, signal, cache: 'no-store' })
  if (!response.ok) reportFailure(await failureOf(response), { method: 'GET', path, token })
  return response
}
