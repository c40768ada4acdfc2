/** Typed API clients of the running server, to compare with the screen. */
import { basePath } from '@koedana/contract/base-path.ts'
import { type Call, createClient } from '@koedana/contract/kit/client.ts'

export const clientOf = (origin: string): Call => clientAs(origin, undefined)

export const clientAs = (origin: string, token: string | undefined): Call =>
  createClient({
    baseUrl: origin + basePath,
    fetch: (url, init) => fetch(url, init),
    language: () => 'en-US',
    token: () => token,
  })
