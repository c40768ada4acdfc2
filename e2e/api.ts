/** The typed client over a running server: what a journey compares the screen with. */
import { basePath } from '@koedana/contract/base-path.ts'
import { type Call, createClient } from '@koedana/contract/kit/client.ts'

export const clientOf = (origin: string): Call =>
  createClient({
    baseUrl: origin + basePath,
    fetch: (url, init) => fetch(url, init),
    language: () => 'en-US',
  })
