import type { AnyRouter } from '@tanstack/react-router'
import { useSession } from '../domain/session.ts'

/** Loads and runs the session handlers when the session changes. */
export function followSession(router: AnyRouter): void {
  useSession.subscribe((now, before) => {
    const isSame = now.signedIn?.token === before.signedIn?.token
    if (isSame && now.loginsRequested === before.loginsRequested) return
    void import('./session-change.ts').then(({ handleSessionChange }) =>
      handleSessionChange(router, now, before),
    )
  })
}
