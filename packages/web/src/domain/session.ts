/**
 * The session of this browser. A user is logged in while a user, a token and an expiry in the future are stored. The three keys in local
 * storage are the session: changes by another tab apply to this one.
 */

import type { User } from '@koedana/contract/session.ts'
import { LoginResult } from '@koedana/contract/session.ts'
import { roleOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { create } from 'zustand'

const keys = { user: 'auth.user', token: 'auth.token', exp: 'auth.exp' } as const

export interface Session {
  readonly signedIn: LoginResult | undefined
  /** Increases each time a login is required to continue; the app then opens the login. */
  readonly loginsRequested: number
  /** The page to return to after the login; undefined for the current page. */
  readonly leadsBackTo?: string | undefined
}

/** Whether local storage holds this page's session; a browser may forbid it. */
let isPersistent = true

export const useSession = create<Session>(() => ({ signedIn: readStored(), loginsRequested: 0 }))

/** Ends an expired session, so do not call it during rendering. */
export function isLoggedIn(): boolean {
  const { signedIn } = useSession.getState()
  if (signedIn && isExpired(signedIn)) endSession(signedIn.token)
  return useSession.getState().signedIn !== undefined
}

export const isAdmin = (): boolean => isLoggedIn() && currentUser()?.role === roleOf.admin
export const currentUser = (): User | undefined => useSession.getState().signedIn?.user
export const currentToken = (): string | undefined => useSession.getState().signedIn?.token

/** Returns the user in local storage at this moment. Another tab may have changed it before this tab is notified. */
export const storedUser = (): User | undefined => (isPersistent ? readStored()?.user : currentUser())

/** Returns the current user, and renders the caller again on login and logout. */
export const useUser = (): User | undefined => useSession(({ signedIn }) => signedIn?.user)

/** Returns whether to show administrator controls; the server checks permissions itself. */
export const useIsAdmin = (): boolean => useUser()?.role === roleOf.admin

export function signIn(signedIn: LoginResult): void {
  storeSession(signedIn)
  useSession.setState({ signedIn })
}

export function signOut(): void {
  storeSession(undefined)
  useSession.setState({ signedIn: undefined })
}

/**
 * Ends the session because the server rejected this token, or because it expired, and opens the login. Only the first of several rejections
 * has an effect. A session opened since is kept.
 */
export function endSession(token: string | undefined): void {
  if (token !== currentToken()) return
  const stored = readStored()
  if (stored && stored.token !== token) {
    useSession.setState({ signedIn: stored })
    return
  }
  storeSession(undefined)
  useSession.setState(({ loginsRequested }) => ({
    signedIn: undefined,
    loginsRequested: loginsRequested + 1,
    leadsBackTo: undefined,
  }))
}

/** Opens the login. The current user stays logged in until another login succeeds. */
export function requestLogin(leadsBackTo?: string): void {
  useSession.setState(({ loginsRequested }) => ({ loginsRequested: loginsRequested + 1, leadsBackTo }))
}

window.addEventListener('storage', ({ key }) => {
  const ours: readonly (string | null)[] = [null, ...Object.values(keys)]
  // The other keys are not cleaned up: the other tab may be about to write them.
  if (ours.includes(key)) useSession.setState({ signedIn: readStored() })
})

/** Clears a session that expired while no page was open. */
if (!currentToken()) storeSession(undefined)

function isExpired({ exp }: LoginResult): boolean {
  return exp * 1000 <= Date.now()
}

function readStored(): LoginResult | undefined {
  try {
    const stored = {
      user: JSON.parse(localStorage.getItem(keys.user) ?? 'null'),
      token: localStorage.getItem(keys.token),
      exp: Number(localStorage.getItem(keys.exp)),
    }
    const read = v.safeParse(LoginResult, stored)
    return read.success && !isExpired(read.output) ? read.output : undefined
  } catch {
    return undefined
  }
}

function storeSession(signedIn: LoginResult | undefined): void {
  try {
    // Removed first, so that another tab never reads parts of the old session with the new one.
    for (const key of Object.values(keys)) localStorage.removeItem(key)
    if (!signedIn) return
    localStorage.setItem(keys.user, JSON.stringify(signedIn.user))
    localStorage.setItem(keys.exp, String(signedIn.exp))
    // The token is stored last: when another tab is notified of it, the rest is stored.
    localStorage.setItem(keys.token, signedIn.token)
    isPersistent = true
  } catch {
    // The browser may forbid storage: the session is then lost on reload.
    isPersistent = false
  }
}
