/** Somebody at the consent page of a provider. */
import type { LinkAnswer } from '@koedana/contract/drives.ts'

/** Where the provider sends the browser back to. */
export async function consent(authorizeUrl: string, answer: 'allow' | 'deny' = 'allow'): Promise<string> {
  const response = await fetch(`${authorizeUrl}&answer=${answer}`, { redirect: 'manual' })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`no way back: ${await response.text()}`)
  return location
}

/** What stands in that address, as the return page posts it. */
export function answerOf(address: string): Omit<LinkAnswer, 'provider'> {
  const { searchParams } = new URL(address)
  const names = { state: 'state', code: 'code', error: 'error', errorDescription: 'error_description' }
  const more = { iss: 'iss', hostname: 'hostname', locationid: 'locationid' }
  const found = Object.entries({ ...names, ...more }).flatMap(([name, key]) => {
    const value = searchParams.get(key)
    return value === null ? [] : [[name, value] as const]
  })
  return Object.fromEntries(found)
}
