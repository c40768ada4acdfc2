import { getAbout } from '@koedana/contract/about.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from './testing/browser.ts'

const userOf = (id: string) => ({
  id,
  username: id,
  role: roleOf.general,
  status: 'active' as const,
  ageRestriction: 'all' as const,
  lastLoginAt: null,
  lastLoginIp: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
})

const storedAs = (id: string): readonly (readonly [string, string])[] => [
  ['auth.user', JSON.stringify(userOf(id))],
  ['auth.exp', String(Date.now() / 1_000 + 3_600)],
  ['auth.token', `token of ${id}`],
]

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

/** Sends a read as haruka; the test decides when the response arrives. */
async function readAsHaruka() {
  const { stored } = fakeBrowser(new Map(storedAs('haruka')))
  vi.stubGlobal('navigator', { onLine: true, languages: ['en-US'], language: 'en-US' })
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  const { call } = await import('./api.ts')
  const { storedUser } = await import('./session.ts')
  const reading = call(getAbout, {})
  return { stored, storedUser, reading, respond: () => resolve(Response.json({ version: '1' })) }
}

test('a response is handed on while the account stays, also in a new session', async () => {
  const { stored, reading, respond } = await readAsHaruka()
  stored.set('auth.token', 'a newer token')
  respond()
  expect(await reading).toEqual({ version: '1' })
})

test.each([
  ['another account signed in', storedAs('midori')],
  ['somebody signed out', []],
] as const)('a response that arrives after %s in another tab is given up', async (_name, next) => {
  const { stored, storedUser, reading, respond } = await readAsHaruka()
  // The other tab has written, and this one was not notified yet.
  stored.clear()
  for (const [key, value] of next) stored.set(key, value)
  respond()
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  expect(storedUser()?.id).toBe(next.length > 0 ? 'midori' : undefined)
})

test('a browser without storage keeps the account of the page', async () => {
  fakeBrowser()
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('forbidden', 'SecurityError')
    },
    removeItem: () => undefined,
  })
  const { signIn, storedUser } = await import('./session.ts')
  signIn({ user: userOf('haruka'), token: 'a token', exp: Date.now() / 1_000 + 3_600 })
  expect(storedUser()?.id).toBe('haruka')
})
