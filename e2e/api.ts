/** The typed client over a running server, with which a journey compares the screen. */
import { basePath } from '@koedana/contract/base-path.ts'
import { type Call, createClient } from '@koedana/contract/kit/client.ts'

export const clientOf = (origin: string): Call => clientAs(origin, undefined)

/** Returns a client that holds the token. */
export const clientAs = (origin: string, token: string | undefined): Call =>
  createClient({
    baseUrl: origin + basePath,
    fetch: (url, init) => fetch(url, init),
    language: () => 'en-US',
    token: () => token,
  })
