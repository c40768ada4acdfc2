/**
 * Who is signed in on this browser. The three keys of local storage are the session: another tab that changes them
 * changes this one.
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
  /** The server ended the session: one signs in again to go on here. */
  readonly wasRefused: boolean
}

export const useSession = create<Session>(() => ({ signedIn: readStored(), wasRefused: false }))

export const isLoggedIn = (): boolean => current() !== undefined
export const isAdmin = (): boolean => current()?.user.role === roleOf.admin
export const currentToken = (): string | undefined => current()?.token

/** Redraws the caller when somebody signs in or out. */
export const useUser = (): User | undefined => useSession(({ signedIn }) => signedIn?.user)

/** For what only administrators are shown; the server decides by itself. */
export const useIsAdmin = (): boolean => useUser()?.role === roleOf.admin

export function signIn(signedIn: SignedIn): void {
  write(signedIn)
  useSession.setState({ signedIn, wasRefused: false })
}

export function signOut({ wasRefused = false } = {}): void {
  write(undefined)
  useSession.setState({ signedIn: undefined, wasRefused })
}

/** A session past its hard end is none. */
function current(): SignedIn | undefined {
  const { signedIn } = useSession.getState()
  return signedIn && signedIn.exp * 1000 > Date.now() ? signedIn : undefined
}

window.addEventListener('storage', ({ key }) => {
  const ours: readonly (string | null)[] = [null, ...Object.values(keys)]
  if (ours.includes(key)) useSession.setState({ signedIn: readStored(), wasRefused: false })
})

function readStored(): SignedIn | undefined {
  try {
    const stored = {
      user: JSON.parse(localStorage.getItem(keys.user) ?? 'null'),
      token: localStorage.getItem(keys.token),
      exp: Number(localStorage.getItem(keys.exp)),
    }
    const read = v.safeParse(SignedIn, stored)
    return read.success && read.output.exp * 1000 > Date.now() ? read.output : undefined
  } catch {
    return undefined
  }
}

function write(signedIn: SignedIn | undefined): void {
  try {
    if (!signedIn) {
      for (const key of Object.values(keys)) localStorage.removeItem(key)
      return
    }
    localStorage.setItem(keys.user, JSON.stringify(signedIn.user))
    localStorage.setItem(keys.exp, String(signedIn.exp))
    // Last: another tab that hears of it finds the rest in place.
    localStorage.setItem(keys.token, signedIn.token)
  } catch {
    // Storage may be forbidden by the browser: the session then lasts as long as the page.
  }
}
