/** What follows when a session ends, by a button, by the server, or in another tab. */
import type { AnyRouter } from '@tanstack/react-router'
import { queryClient } from '../lib/query-client.ts'
import { isLogin } from '../lib/redirect.rules.ts'
import { useSession } from '../lib/session.ts'

/** Everything that was answered to one person goes, in memory and in the service worker's caches. */
export function followSession(router: AnyRouter): void {
  useSession.subscribe(({ signedIn, wasRefused }, before) => {
    if (signedIn?.token === before.signedIn?.token) return
    queryClient.clear()
    if (before.signedIn) void forgetCovers()
    const { pathname, href } = router.state.location
    if (wasRefused && !isLogin(pathname)) {
      void router.navigate({ to: '/auth/login', search: { redirect: href } })
    } else if (!signedIn && isOwn(pathname)) void router.navigate({ to: '/' })
  })
}

/** Pages that nobody can stay on who is not signed in. */
const isOwn = (pathname: string) => /^\/(account|favorites|admin)(\/|$)/.test(pathname)

/** Of covers, since somebody else may not be shown them. */
async function forgetCovers(): Promise<void> {
  if (!('caches' in window)) return
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('covers')).map((name) => caches.delete(name)))
}
