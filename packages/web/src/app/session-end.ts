/** Does what follows when somebody signs in or out, by a button, by the server, by the clock, or in another tab. */
import { roleOf } from '@koedana/contract/values.ts'
import type { AnyRouter, NavigateOptions } from '@tanstack/react-router'
import { useRevealed } from '../domain/cover-url.ts'
import { forgetKeptTracks } from '../domain/kept-tracks.ts'
import { forgetLastHome } from '../domain/last-home.ts'
import { isLogin } from '../domain/redirect.rules.ts'
import { currentUser, type Session } from '../domain/session.ts'
import { deleteCaches } from '../domain/site-caches.ts'
import { translate } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { queryClient } from '../lib/query-client.ts'
import { forgetQueue } from '../player/player-acts.ts'

export async function changePerson(router: AnyRouter, now: Session, before: Session): Promise<void> {
  const isSame = now.signedIn?.token === before.signedIn?.token
  // The clock says so, and no response has.
  const isOver = before.signedIn !== undefined && before.signedIn.exp * 1000 <= Date.now()
  if (!isSame) forget(now, { before, isOver })
  if (!isSame && isOver) notify(translate('message.pleaseLoginToContinue'), 'negative')
  if (now.loginsRequested !== before.loginsRequested) await leadToLogin(router, now)
  else if (!now.signedIn && isOwn(router.latestLocation.pathname)) await leaveFor(router, { to: '/' })
  // Any earlier, a page of the former account would send requests again, and be refused.
  if (!isSame) await queryClient.resetQueries()
}

/**
 * Forgets everything that was sent to one person: in memory, in the service worker's caches, in the player. Works that are
 * kept on this device stay where only time ran out, for the same person alone.
 */
function forget(
  { signedIn }: Session,
  { before, isOver }: { readonly before: Session; readonly isOver: boolean },
): void {
  useRevealed.setState({}, true)
  if (!before.signedIn || before.signedIn.user.id === signedIn?.user.id) return
  forgetLastHome()
  void deleteCaches(isOver ? ['covers', 'answers:'] : ['covers', 'answers:', 'kept:'])
  if (!isOver) {
    forgetKeptTracks()
    void import('../domain/late-changes.ts').then(({ forgetWaiting }) => forgetWaiting())
  }
  forgetQueue()
}

/** Many calls may come at once: the first leads, and the login leads back to the page that is wanted by then. */
async function leadToLogin(router: AnyRouter, { leadsBackTo }: Session): Promise<void> {
  const { pathname, href } = router.latestLocation
  const user = currentUser()
  // Behind the sign stands the secret of a shared link: the address of the login goes to the server.
  const [visible] = href.split('#')
  const search = { redirect: leadsBackTo ?? (pathname === '/shared' ? visible : href) }
  if (!user && !isLogin(pathname)) await leaveFor(router, { to: '/auth/login', search })
  // A guest is signed in: an account of their own is what they lack.
  else if (user?.role === roleOf.guest) await router.navigate({ to: '/auth/register', search })
}

/** Resolves once the page of before is gone: to have come to an address is not to have drawn it. */
async function leaveFor(router: AnyRouter, target: NavigateOptions): Promise<void> {
  const drawn = new Promise<void>((resolve) => {
    const forget = router.subscribe('onRendered', () => {
      forget()
      resolve()
    })
  })
  await router.navigate(target)
  await drawn
}

/** Pages that nobody can stay on who is not signed in. */
const isOwn = (pathname: string) => /^\/(account|favorites|follows|admin)(\/|$)/.test(pathname)
