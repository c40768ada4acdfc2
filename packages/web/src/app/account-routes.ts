import { roleOf } from '@koedana/contract/values.ts'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { safeRedirectPath } from '../domain/redirect.rules.ts'
import { currentUser, isLoggedIn } from '../domain/session.ts'
import { loadMoreWords } from '../lib/i18n.ts'
import { requireLogin } from './guards.ts'
import { site } from './layout-routes.ts'

const favorites = createRoute({
  getParentRoute: () => site,
  path: '/favorites',
  beforeLoad: requireLogin,
  loader: loadMoreWords,
  component: lazyRouteComponent(() => import('../pages/favorites-page.tsx'), 'FavoritesPage'),
})

const listeningPages = () => import('../pages/listening-pages.ts')

const lists = createRoute({
  getParentRoute: () => site,
  path: '/lists',
  validateSearch: ({ scope }: Readonly<Record<string, unknown>>): { scope?: 'shared' | undefined } => ({
    scope: scope === 'shared' ? scope : undefined,
  }),
  beforeLoad: requireLogin,
  loader: loadMoreWords,
  component: lazyRouteComponent(listeningPages, 'PlaylistsPage'),
})

const list = createRoute({
  getParentRoute: () => site,
  path: '/lists/$listId',
  beforeLoad: requireLogin,
  loader: loadMoreWords,
  component: lazyRouteComponent(listeningPages, 'PlaylistPage'),
})

const follows = createRoute({
  getParentRoute: () => site,
  path: '/follows',
  beforeLoad: requireLogin,
  loader: loadMoreWords,
  component: lazyRouteComponent(() => import('../pages/follows-page.tsx'), 'FollowsPage'),
})

const history = createRoute({
  getParentRoute: () => site,
  path: '/history',
  beforeLoad: requireLogin,
  loader: loadMoreWords,
  component: lazyRouteComponent(listeningPages, 'HistoryPage'),
})

const statistics = createRoute({
  getParentRoute: () => site,
  path: '/statistics',
  beforeLoad: requireLogin,
  loader: loadMoreWords,
  component: lazyRouteComponent(listeningPages, 'StatisticsPage'),
})

const device = createRoute({
  getParentRoute: () => site,
  path: '/device',
  component: lazyRouteComponent(listeningPages, 'DevicePage'),
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

const redirectLoggedIn = ({ search }: { readonly search: LoginSearch }) => {
  if (isLoggedIn()) throw redirect({ href: search.redirect ?? '/', replace: true })
}

/** Guests may register to keep their data; users with an account are redirected. */
const redirectRegistered = (entering: { readonly search: LoginSearch }) => {
  if (currentUser()?.role !== roleOf.guest) redirectLoggedIn(entering)
}

/** An invalid target is set to undefined, because the router would otherwise keep the original text. */
const readRedirect = ({ redirect: target }: { readonly redirect?: unknown }): LoginSearch => ({
  redirect: safeRedirectPath(target, window.location.origin),
})

/** Excludes the registration page itself as a target. */
const readRegisterRedirect = (search: { readonly redirect?: unknown }): LoginSearch => {
  const { redirect: target } = readRedirect(search)
  return { redirect: target?.startsWith('/auth/register') ? undefined : target }
}

const login = createRoute({
  getParentRoute: () => site,
  path: '/auth/login',
  validateSearch: readRedirect,
  beforeLoad: redirectLoggedIn,
  loader: loadMoreWords,
  component: lazyRouteComponent(() => import('../pages/login-page.tsx'), 'LoginPage'),
})

/** Not skipped for logged-in users: they link an identity here. */
const provider = createRoute({
  getParentRoute: () => site,
  path: '/auth/provider',
  loader: loadMoreWords,
  component: lazyRouteComponent(() => import('../pages/provider-page.tsx'), 'ProviderPage'),
})

const register = createRoute({
  getParentRoute: () => site,
  path: '/auth/register',
  validateSearch: readRegisterRedirect,
  beforeLoad: redirectRegistered,
  loader: loadMoreWords,
  component: lazyRouteComponent(() => import('../pages/register-page.tsx'), 'RegisterPage'),
})

const setup = createRoute({
  getParentRoute: () => site,
  path: '/setup',
  loader: loadMoreWords,
  component: lazyRouteComponent(() => import('../pages/setup-page.tsx'), 'SetupPage'),
})

export const accountRoutes = [
  favorites,
  lists,
  list,
  follows,
  history,
  statistics,
  device,
  account,
  login,
  provider,
  register,
  setup,
] as const
