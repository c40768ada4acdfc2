/** Where a client runs, by its own word. */
import type { IncomingHttpHeaders } from 'node:http'
import { type Platform, platformHeader, platforms } from '@koedana/contract/values.ts'

/**
 * A page of this server is `web`: its browser says so in `Sec-Fetch-Site`, which no script can write (and which browsers
 * send to trustworthy origins alone, hence the header). Others say it in the header or, `said`, with the question; who
 * says nothing is a program. Only a courtesy: who wants to can say anything.
 */
export function platformOf(headers: IncomingHttpHeaders, said: Platform | undefined): Platform {
  if (headers['sec-fetch-site'] === 'same-origin') return 'web'
  return platforms.find((platform) => platform === headers[platformHeader]) ?? said ?? 'api'
}
