/** Guards of pages. The server decides what anybody may read; a guard only leads people where they can go on. */
import { redirect } from '@tanstack/react-router'
import { isAdmin, isLoggedIn } from '../domain/session.ts'
import { translate } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'

interface Entering {
  readonly location: { readonly href: string }
  /** A link that is only hovered loads its page too: no notice is shown then. */
  readonly preload: boolean
}

export function requireLogin({ location, preload }: Entering): void {
  if (isLoggedIn()) return
  if (!preload) notify(translate('message.pleaseLoginToContinue'), 'negative')
  throw redirect({ to: '/auth/login', search: { redirect: location.href } })
}

/** Logged out, the login notice; logged in with any other role, as if the page did not exist. */
export function requireAdmin(entering: Entering): void {
  requireLogin(entering)
  if (!isAdmin()) throw redirect({ to: '/$', params: { _splat: '404' }, replace: true })
}
