import type { AnyRouter } from '@tanstack/react-router'
import { useSession } from '../lib/session.ts'

/** What follows is loaded when it happens. */
export function followSession(router: AnyRouter): void {
  useSession.subscribe((now, before) => {
    if (now.signedIn?.token === before.signedIn?.token) return
    void import('./session-end.ts').then(({ changePerson }) => changePerson(router, now, before))
  })
}
