/** Route guards. The server enforces access; guards only redirect users to a page they can use. */
import { redirect } from '@tanstack/react-router'
import { isAdmin, isLoggedIn } from '../domain/session.ts'
import { translate } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'

interface RouteEntry {
  readonly location: { readonly href: string }
  /** Hovering a link preloads its page: then no notice is shown. */
  readonly preload: boolean
}

export function requireLogin({ location, preload }: RouteEntry): void {
  if (isLoggedIn()) return
  if (!preload) notify(translate('message.pleaseLoginToContinue'), 'negative')
  throw redirect({ to: '/auth/login', search: { redirect: location.href } })
}

/** Redirects visitors to the login; other users see the same as for an unknown page. */
export function requireAdmin(entering: RouteEntry): void {
  requireLogin(entering)
  if (!isAdmin()) throw redirect({ to: '/$', params: { _splat: '404' }, replace: true })
}
