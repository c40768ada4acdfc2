import type { LoginResult } from '@koedana/contract/session.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from './testing/browser.ts'

const endsAt = Date.parse('2026-11-20T12:00:00.000Z')

function signedInAs(username: string, token: string): LoginResult {
  const user = {
    id: username,
    username,
    role: roleOf.general,
    status: 'active' as const,
    ageRestriction: 'all' as const,
    lastLoginAt: null,
    lastLoginIp: null,
    createdAt: '2026-11-01T12:00:00.000Z',
    updatedAt: '2026-11-01T12:00:00.000Z',
  }
  return { user, token, exp: endsAt / 1_000 }
}

const storedOf = ({ user, token, exp }: LoginResult) =>
  new Map([
    ['auth.user', JSON.stringify(user)],
    ['auth.exp', String(exp)],
    ['auth.token', token],
  ])
const own = signedInAs('haruka', 'a-token')

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens a page `msLeft` before the session expires, and returns its session module. */
async function opened({ msLeft }: { readonly msLeft: number }) {
  vi.setSystemTime(endsAt - msLeft)
  const browser = fakeBrowser(storedOf(own))
  const session = await import('./session.ts')
  const { endSessionOnExpiry } = await import('./session-clock.ts')
  return {
    ...browser,
    ...session,
    endSessionOnExpiry,
    loginsRequested: () => session.useSession.getState().loginsRequested,
  }
}

test('a session counts until its end and not from then on', async () => {
  const { isLoggedIn, currentToken, stored, loginsRequested } = await opened({ msLeft: 1 })
  expect(isLoggedIn()).toBe(true)
  vi.setSystemTime(endsAt)
  expect(isLoggedIn()).toBe(false)
  expect([currentToken(), stored.size, loginsRequested()]).toEqual([undefined, 0, 1])
})

test('one that ended while no page was open is none, is not looked up, and is cleared', async () => {
  const { isLoggedIn, currentUser, stored, loginsRequested } = await opened({ msLeft: 0 })
  expect([isLoggedIn(), currentUser(), stored.size, loginsRequested()]).toEqual([false, undefined, 0, 0])
})

test('it ends at its time though nothing is requested', async () => {
  const { endSessionOnExpiry, currentUser, loginsRequested } = await opened({ msLeft: 5_000 })
  endSessionOnExpiry()
  vi.advanceTimersByTime(4_999)
  expect(currentUser()?.username).toBe('haruka')
  vi.advanceTimersByTime(1)
  expect([currentUser(), loginsRequested()]).toEqual([undefined, 1])
})

test('it ends at its time when that is further away than a timer reaches', async () => {
  const monthMs = 30 * 24 * 60 * 60_000
  const { endSessionOnExpiry, currentUser } = await opened({ msLeft: 2 * monthMs })
  endSessionOnExpiry()
  vi.advanceTimersByTime(2 * monthMs - 1)
  expect(currentUser()).toBeDefined()
  vi.advanceTimersByTime(1)
  expect(currentUser()).toBeUndefined()
})

test('a refusal of an older session leaves the one that was opened since', async () => {
  const { endSession, signIn, currentToken, loginsRequested } = await opened({ msLeft: 1_000 })
  signIn(signedInAs('midori', 'another-token'))
  endSession('a-token')
  expect([currentToken(), loginsRequested()]).toEqual(['another-token', 0])
})

test('where another tab signed in meanwhile, a refusal leads to its session; where that is past, to none', async () => {
  const { endSession, stored, currentToken, loginsRequested } = await opened({ msLeft: 1_000 })
  stored.set('auth.token', 'another-token')
  endSession('a-token')
  expect([currentToken(), loginsRequested()]).toEqual(['another-token', 0])
  stored.set('auth.token', 'a-third-token')
  vi.setSystemTime(endsAt)
  endSession('another-token')
  expect([currentToken(), stored.size, loginsRequested()]).toEqual([undefined, 0, 1])
})

test('a session that another tab ended or began is ended or begun here', async () => {
  const { stored, tellStorage, currentUser } = await opened({ msLeft: 1_000 })
  stored.delete('auth.token')
  tellStorage('auth.token')
  expect(currentUser()).toBeUndefined()
  stored.set('auth.token', 'another-token')
  tellStorage('auth.token')
  expect(currentUser()?.username).toBe('haruka')
})
