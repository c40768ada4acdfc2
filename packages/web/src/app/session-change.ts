/** Handles login and logout, whether by a button, the server, the clock, or another tab. */
import { roleOf } from '@koedana/contract/values.ts'
import type { AnyRouter, NavigateOptions } from '@tanstack/react-router'
import { useRevealedCovers } from '../domain/cover-url.ts'
import { clearLastHome } from '../domain/last-home.ts'
import { clearOfflineTracks } from '../domain/offline-tracks.ts'
import { isLoginPath } from '../domain/redirect.rules.ts'
import { currentUser, type Session } from '../domain/session.ts'
import { deleteCaches } from '../domain/site-caches.ts'
import { translate } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { queryClient } from '../lib/query-client.ts'
import { clearQueueOnLogOut } from '../player/player-actions.ts'

export async function handleSessionChange(router: AnyRouter, now: Session, before: Session): Promise<void> {
  const isSame = now.signedIn?.token === before.signedIn?.token
  // The session expired by the clock, without a response of the server.
  const isOver = before.signedIn !== undefined && before.signedIn.exp * 1000 <= Date.now()
  if (!isSame) clearUserData(now, { before, isOver })
  if (!isSame && isOver) notify(translate('message.pleaseLoginToContinue'), 'negative')
  if (now.loginsRequested !== before.loginsRequested) await openLogin(router, now)
  else if (!now.signedIn && needsLogin(router.latestLocation.pathname))
    await navigateAndRender(router, { to: '/' })
  // If done earlier, a page of the former account would send requests again, which are rejected.
  if (!isSame) await queryClient.resetQueries()
}

/**
 * Deletes the data of the former user: in memory, in the service worker's caches, in the player. Offline works stay if the session only
 * expired; only the same user can access them.
 */
function clearUserData(
  { signedIn }: Session,
  { before, isOver }: { readonly before: Session; readonly isOver: boolean },
): void {
  useRevealedCovers.setState({}, true)
  if (!before.signedIn || before.signedIn.user.id === signedIn?.user.id) return
  clearLastHome()
  void deleteCaches(isOver ? ['covers', 'answers:'] : ['covers', 'answers:', 'kept:'])
  if (!isOver) {
    clearOfflineTracks()
    void import('../domain/pending-changes.ts').then(({ clearPendingChanges }) => clearPendingChanges())
  }
  clearQueueOnLogOut()
}

/** Many calls may fail at once: only the first opens the login, which returns to the latest wanted page. */
async function openLogin(router: AnyRouter, { leadsBackTo }: Session): Promise<void> {
  const { pathname, href } = router.latestLocation
  const user = currentUser()
  // The fragment contains the secret of a share link, and must not be sent to the server with the login URL.
  const [visible] = href.split('#')
  const search = { redirect: leadsBackTo ?? (pathname === '/shared' ? visible : href) }
  if (!user && !isLoginPath(pathname)) await navigateAndRender(router, { to: '/auth/login', search })
  // A guest is logged in, but needs an account of their own.
  else if (user?.role === roleOf.guest) await router.navigate({ to: '/auth/register', search })
}

/** Resolves when the former page has been replaced: navigation ends before the new page is rendered. */
async function navigateAndRender(router: AnyRouter, target: NavigateOptions): Promise<void> {
  const drawn = new Promise<void>((resolve) => {
    const forget = router.subscribe('onRendered', () => {
      forget()
      resolve()
    })
  })
  await router.navigate(target)
  await drawn
}

/** Matches pages that need a login. */
const needsLogin = (pathname: string) => /^\/(account|favorites|follows|admin)(\/|$)/.test(pathname)
