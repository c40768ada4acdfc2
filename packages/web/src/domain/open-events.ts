/** Opens server-sent event streams with `fetch`, because `EventSource` cannot send an Authorization header. */
import { readFailure } from '@koedana/contract/kit/client.ts'
import { useSettings } from '../lib/settings.ts'
import { reportFailure } from './api.ts'
import { apiPath } from './api-path.ts'
import { currentToken } from './session.ts'

/** Opens `path` below the base path. A rejection is reported like that of any call, and also returned. */
export async function openEvents(path: string, signal: AbortSignal): Promise<Response> {
  const token = currentToken()
  const headers = {
    accept: 'text/event-stream',
    'accept-language': useSettings.getState().locale,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(apiPath + path, { headers, signal, cache: 'no-store' })
  if (!response.ok) reportFailure(await readFailure(response), { method: 'GET', path, token })
  return response
}
