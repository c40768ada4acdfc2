/** Pages of accounts: signing in, the own account, the first run. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { loadMoreWords } from '../lib/i18n.ts'
import { safeTarget } from '../lib/redirect.rules.ts'
import { isLoggedIn } from '../lib/session.ts'
import { requireLogin } from './guards.ts'
import { site } from './layout-routes.ts'

const favorites = createRoute({
  getParentRoute: () => site,
  path: '/favorites',
  beforeLoad: requireLogin,
  loader: loadMoreWords,
  component: lazyRouteComponent(() => import('../pages/favorites-page.tsx'), 'FavoritesPage'),
})

const account = createRoute({
  getParentRoute: () => site,
  path: '/account',
  beforeLoad: requireLogin,
  loader: loadMoreWords,
  component: lazyRouteComponent(() => import('../pages/account-page.tsx'), 'AccountPage'),
})

interface LoginSearch {
  readonly redirect?: string | undefined
}

/** Who is signed in already goes on to where the login would have led. */
const skipLogin = ({ search }: { readonly search: LoginSearch }) => {
  if (isLoggedIn()) throw redirect({ href: search.redirect ?? '/', replace: true })
}

/** A dropped target is there as undefined: the router would else keep what was written. */
const readRedirect = ({ redirect: target }: { readonly redirect?: unknown }): LoginSearch => ({
  redirect: safeTarget(target, window.location.origin),
})

const login = createRoute({
  getParentRoute: () => site,
  path: '/auth/login',
  validateSearch: readRedirect,
  beforeLoad: skipLogin,
  loader: loadMoreWords,
  component: lazyRouteComponent(() => import('../pages/login-page.tsx'), 'LoginPage'),
})

const register = createRoute({
  getParentRoute: () => site,
  path: '/auth/register',
  validateSearch: readRedirect,
  loader: loadMoreWords,
  component: lazyRouteComponent(() => import('../pages/register-page.tsx'), 'RegisterPage'),
})

const setup = createRoute({
  getParentRoute: () => site,
  path: '/setup',
  loader: loadMoreWords,
  component: lazyRouteComponent(() => import('../pages/setup-page.tsx'), 'SetupPage'),
})

export const accountRoutes = [favorites, account, login, register, setup] as const
