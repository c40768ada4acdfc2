/** The site map. A page's address is found here, its code one jump further. */

import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { readEntitiesUrl } from '../features/entities/entities-url.rules.ts'
import { homeQuery } from '../features/home/home-query.ts'
import { readFilterUrl } from '../features/works/filter-url.rules.ts'
import { translate } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { readPeriodUrl } from '../lib/period-url.rules.ts'
import { queryClient } from '../lib/query-client.ts'
import { ErrorPage } from './error-page.tsx'
import { RootLayout } from './root-layout.tsx'
import { parseSearch, stringifySearch } from './search-params.ts'

const root = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: RootLayout,
  errorComponent: ErrorPage,
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  // Not awaited: the page shows its skeleton while the answer is under way.
  loader: ({ context }) => void context.queryClient.prefetchQuery(homeQuery()),
  component: lazyRouteComponent(() => import('../pages/home-page.tsx'), 'HomePage'),
})

const works = createRoute({
  getParentRoute: () => root,
  path: '/works',
  validateSearch: readFilterUrl,
  component: lazyRouteComponent(() => import('../pages/works-page.tsx'), 'WorksPage'),
})

const rankings = createRoute({
  getParentRoute: () => root,
  path: '/rankings',
  validateSearch: readPeriodUrl,
  component: lazyRouteComponent(() => import('../pages/rankings-page.tsx'), 'RankingsPage'),
})

const work = createRoute({
  getParentRoute: () => root,
  path: '/work/$workId',
  component: lazyRouteComponent(() => import('../pages/work-page.tsx'), 'WorkPage'),
})

const entitiesPage = () => import('../pages/entities-page.tsx')

const makers = createRoute({
  getParentRoute: () => root,
  path: '/makers',
  validateSearch: readEntitiesUrl,
  component: lazyRouteComponent(entitiesPage, 'MakersPage'),
})

const series = createRoute({
  getParentRoute: () => root,
  path: '/series',
  validateSearch: readEntitiesUrl,
  component: lazyRouteComponent(entitiesPage, 'SeriesPage'),
})

const artists = createRoute({
  getParentRoute: () => root,
  path: '/artists',
  validateSearch: readEntitiesUrl,
  component: lazyRouteComponent(entitiesPage, 'ArtistsPage'),
})

const illustrators = createRoute({
  getParentRoute: () => root,
  path: '/illustrators',
  validateSearch: readEntitiesUrl,
  component: lazyRouteComponent(entitiesPage, 'IllustratorsPage'),
})

const genres = createRoute({
  getParentRoute: () => root,
  path: '/genres',
  validateSearch: readEntitiesUrl,
  component: lazyRouteComponent(entitiesPage, 'GenresPage'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/settings-page.tsx'), 'SettingsPage'),
})

const about = createRoute({
  getParentRoute: () => root,
  path: '/about',
  component: lazyRouteComponent(() => import('../pages/about-page.tsx'), 'AboutPage'),
})

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    notify(translate('message.pageNotFound'), 'negative')
    throw redirect({ to: '/', replace: true })
  },
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    works,
    rankings,
    work,
    makers,
    series,
    artists,
    illustrators,
    genres,
    settings,
    about,
    unknown,
  ]),
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: typeof router
  }
}
