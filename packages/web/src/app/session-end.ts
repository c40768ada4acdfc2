/** What follows when somebody signs in or out, by a button, by the server, or in another tab. */
import type { AnyRouter } from '@tanstack/react-router'
import { queryClient } from '../lib/query-client.ts'
import { isLogin } from '../lib/redirect.rules.ts'
import { useRevealed } from '../lib/revealed.ts'
import type { Session } from '../lib/session.ts'
import { clearQueue } from '../player/player-store.ts'

/** Everything that was answered to one person goes: in memory, in the service worker's caches, in the player. */
export async function changePerson(router: AnyRouter, now: Session, before: Session): Promise<void> {
  useRevealed.setState({}, true)
  if (before.signedIn && before.signedIn.user.id !== now.signedIn?.user.id) {
    void forgetCovers()
    // Links to files end with the session that they were made for.
    clearQueue()
  }
  await leave(router, now)
  // Only now: a page of the former account would ask again, and be refused.
  await queryClient.resetQueries()
}

async function leave(router: AnyRouter, { signedIn, wasRefused }: Session): Promise<void> {
  const { pathname, href } = router.state.location
  if (wasRefused && !isLogin(pathname)) {
    await router.navigate({ to: '/auth/login', search: { redirect: href } })
  } else if (!signedIn && isOwn(pathname)) await router.navigate({ to: '/' })
}

/** Pages that nobody can stay on who is not signed in. */
const isOwn = (pathname: string) => /^\/(account|favorites|admin)(\/|$)/.test(pathname)

async function forgetCovers(): Promise<void> {
  if (!('caches' in window)) return
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('covers')).map((name) => caches.delete(name)))
}
