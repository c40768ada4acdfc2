/**
 * The session of this browser, decided here alone: it is open while a user is stored, with a token and an end that is not
 * past. The three keys of local storage are the session: another tab that changes them changes this one.
 */

import type { User } from '@koedana/contract/session.ts'
import { SignedIn } from '@koedana/contract/session.ts'
import { roleOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { create } from 'zustand'

const keys = { user: 'auth.user', token: 'auth.token', exp: 'auth.exp' } as const

export interface Session {
  /** Undefined: nobody is signed in. */
  readonly signedIn: SignedIn | undefined
  /** Grows each time one has to sign in before one can go on here; the app then leads to the login. */
  readonly loginsRequested: number
  /** The page that the login leads back to; undefined for the page that led to it. */
  readonly leadsBackTo?: string | undefined
}

/** Whether local storage has the session of this page; a browser may forbid it. */
let isPersistent = true

export const useSession = create<Session>(() => ({ signedIn: readStored(), loginsRequested: 0 }))

/** It is never called while a component is drawn: the first call after the end of a session ends it. */
export function isLoggedIn(): boolean {
  const { signedIn } = useSession.getState()
  if (signedIn && isPast(signedIn)) endSession(signedIn.token)
  return useSession.getState().signedIn !== undefined
}

export const isAdmin = (): boolean => isLoggedIn() && currentUser()?.role === roleOf.admin
export const currentUser = (): User | undefined => useSession.getState().signedIn?.user
export const currentToken = (): string | undefined => useSession.getState().signedIn?.token

/**
 * Returns the user that local storage has at this moment. Another tab may have changed it, and this one is notified only
 * later.
 */
export const storedUser = (): User | undefined => (isPersistent ? readStored()?.user : currentUser())

/** Redraws the caller when somebody signs in or out. */
export const useUser = (): User | undefined => useSession(({ signedIn }) => signedIn?.user)

/** Returns whether to show what only administrators see; the server decides by itself. */
export const useIsAdmin = (): boolean => useUser()?.role === roleOf.admin

export function signIn(signedIn: SignedIn): void {
  write(signedIn)
  useSession.setState({ signedIn })
}

export function signOut(): void {
  write(undefined)
  useSession.setState({ signedIn: undefined })
}

/**
 * The server refused what went with this token, or without any, or its time is over: the session ends, and the login
 * appears. The first of many refusals ends the session. One that was opened since is not touched.
 */
export function endSession(token: string | undefined): void {
  if (token !== currentToken()) return
  const stored = readStored()
  if (stored && stored.token !== token) {
    useSession.setState({ signedIn: stored })
    return
  }
  write(undefined)
  useSession.setState(({ loginsRequested }) => ({
    signedIn: undefined,
    loginsRequested: loginsRequested + 1,
    leadsBackTo: undefined,
  }))
}

/** Shows the login. A signed-in person stays so until somebody else is. */
export function requestLogin(leadsBackTo?: string): void {
  useSession.setState(({ loginsRequested }) => ({ loginsRequested: loginsRequested + 1, leadsBackTo }))
}

window.addEventListener('storage', ({ key }) => {
  const ours: readonly (string | null)[] = [null, ...Object.values(keys)]
  // The rest is not cleaned up: the other tab may be about to write it.
  if (ours.includes(key)) useSession.setState({ signedIn: readStored() })
})

/** Clears what a session left behind that ended while no page was open. */
if (!currentToken()) write(undefined)

function isPast({ exp }: SignedIn): boolean {
  return exp * 1000 <= Date.now()
}

function readStored(): SignedIn | undefined {
  try {
    const stored = {
      user: JSON.parse(localStorage.getItem(keys.user) ?? 'null'),
      token: localStorage.getItem(keys.token),
      exp: Number(localStorage.getItem(keys.exp)),
    }
    const read = v.safeParse(SignedIn, stored)
    return read.success && !isPast(read.output) ? read.output : undefined
  } catch {
    return undefined
  }
}

function write(signedIn: SignedIn | undefined): void {
  try {
    // It comes first: what another tab reads of the old session beside the new one is none.
    for (const key of Object.values(keys)) localStorage.removeItem(key)
    if (!signedIn) return
    localStorage.setItem(keys.user, JSON.stringify(signedIn.user))
    localStorage.setItem(keys.exp, String(signedIn.exp))
    // The token is stored last: another tab that notices it finds the rest stored.
    localStorage.setItem(keys.token, signedIn.token)
    isPersistent = true
  } catch {
    // Storage may be forbidden by the browser: the session then lasts as long as the page.
    isPersistent = false
  }
}
