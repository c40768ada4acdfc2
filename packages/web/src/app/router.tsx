/** The routes of the site. Each page's code is loaded on demand. */

import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readPeriodUrl } from '../domain/period-url.rules.ts'
import { readEntitiesUrl } from '../features/entities/entities-url.rules.ts'
import { homeQuery } from '../features/home/home-query.ts'
import { readFilterUrl } from '../features/works/filter-url.rules.ts'
import { readSpokenUrl } from '../features/works/spoken/spoken-url.rules.ts'
import { firstResponse } from '../lib/first-response.ts'
import { loadMoreWords, translate } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { queryClient } from '../lib/query-client.ts'
import { subPath } from '../lib/sub-path.ts'
import { noteNavigation } from '../lib/use-is-after-first-render.ts'
import { accountRoutes } from './account-routes.ts'
import { admin, driveReturn } from './admin-routes.ts'
import { ErrorPage } from './error-page.tsx'
import { root, site } from './layout-routes.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

const homePage = () => import('../pages/home-page.tsx')

const home = createRoute({
  getParentRoute: () => site,
  path: '/',
  // Does not wait for the data, unless the response was embedded in the page: the page shows its skeleton meanwhile.
  loader: () => {
    const loaded = queryClient.prefetchQuery(homeQuery())
    return firstResponse() && Promise.all([loaded, homePage().then(({ loadHome }) => loadHome())])
  },
  component: lazyRouteComponent(homePage, 'HomePage'),
})

const worksPage = () => import('../pages/works-page.tsx')

const works = createRoute({
  getParentRoute: () => site,
  path: '/works',
  validateSearch: readFilterUrl,
  loader: () => firstResponse() && worksPage().then(({ loadWorks }) => loadWorks()),
  component: lazyRouteComponent(worksPage, 'WorksPage'),
})

const lyrics = createRoute({
  getParentRoute: () => site,
  path: '/lyrics',
  validateSearch: readSpokenUrl,
  component: lazyRouteComponent(() => import('../pages/lyrics-page.tsx'), 'LyricsPage'),
})

const rankings = createRoute({
  getParentRoute: () => site,
  path: '/rankings',
  validateSearch: readPeriodUrl,
  component: lazyRouteComponent(() => import('../pages/rankings-page.tsx'), 'RankingsPage'),
})

const workPage = () => import('../pages/work-page.tsx')

const work = createRoute({
  getParentRoute: () => site,
  path: '/work/$workId',
  loader: ({ params }) => firstResponse() && workPage().then(({ loadWork }) => loadWork(params.workId)),
  component: lazyRouteComponent(workPage, 'WorkPage'),
})

/** The open work, and the page of the list it is in. */
interface SharedSearch {
  readonly work?: string | undefined
  readonly page?: number | undefined
}

const shared = createRoute({
  getParentRoute: () => site,
  path: '/shared',
  validateSearch: ({ work: id, page }: Record<string, unknown>): SharedSearch => ({
    work: typeof id === 'string' ? id : undefined,
    page: Number(page) || undefined,
  }),
  component: lazyRouteComponent(() => import('../pages/shared-page.tsx'), 'SharedPage'),
})

const entitiesPage = () => import('../pages/entities-page.tsx')

const makers = createRoute({
  getParentRoute: () => site,
  path: '/makers',
  validateSearch: readEntitiesUrl,
  component: lazyRouteComponent(entitiesPage, 'MakersPage'),
})

const series = createRoute({
  getParentRoute: () => site,
  path: '/series',
  validateSearch: readEntitiesUrl,
  component: lazyRouteComponent(entitiesPage, 'SeriesPage'),
})

const artists = createRoute({
  getParentRoute: () => site,
  path: '/artists',
  validateSearch: readEntitiesUrl,
  component: lazyRouteComponent(entitiesPage, 'ArtistsPage'),
})

const illustrators = createRoute({
  getParentRoute: () => site,
  path: '/illustrators',
  validateSearch: readEntitiesUrl,
  component: lazyRouteComponent(entitiesPage, 'IllustratorsPage'),
})

const genres = createRoute({
  getParentRoute: () => site,
  path: '/genres',
  validateSearch: readEntitiesUrl,
  component: lazyRouteComponent(entitiesPage, 'GenresPage'),
})

const settings = createRoute({
  getParentRoute: () => site,
  path: '/settings',
  loader: loadMoreWords,
  component: lazyRouteComponent(() => import('../pages/settings-page.tsx'), 'SettingsPage'),
})

const about = createRoute({
  getParentRoute: () => site,
  path: '/about',
  loader: loadMoreWords,
  component: lazyRouteComponent(() => import('../pages/about-page.tsx'), 'AboutPage'),
})

const announcements = createRoute({
  getParentRoute: () => site,
  path: '/announcements',
  loader: loadMoreWords,
  component: lazyRouteComponent(() => import('../pages/announcements-page.tsx'), 'AnnouncementsPage'),
})

const announcement = createRoute({
  getParentRoute: () => site,
  path: '/announcement/$announcementId',
  loader: loadMoreWords,
  component: lazyRouteComponent(() => import('../pages/announcement-page.tsx'), 'AnnouncementPage'),
})

/**
 * Handles unknown paths, and users who may not see a page. A bare work ID redirects to its work. Everything else redirects home, including
 * IDs of missing or hidden works.
 */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: async ({ params: { _splat = '' }, preload }) => {
    // If the server cannot be reached, the work page shows that and offers a retry.
    const workId = await import('../features/works/search/suggest-query.ts')
      .then(({ findJump }) => findJump(_splat))
      .catch(() => _splat)
    if (workId !== undefined) throw redirect({ to: '/work/$workId', params: { workId }, replace: true })
    if (!preload) notify(translate('message.pageNotFound'), 'negative')
    throw redirect({ to: '/', replace: true })
  },
})

export const router = createRouter({
  routeTree: root.addChildren([
    site.addChildren([
      home,
      works,
      lyrics,
      rankings,
      work,
      makers,
      series,
      artists,
      illustrators,
      genres,
      settings,
      about,
      announcements,
      announcement,
      shared,
      driveReturn,
      ...accountRoutes,
    ]),
    admin,
    unknown,
  ]),
  basepath: subPath,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
})

router.history.subscribe(({ action }) => noteNavigation(action.type))
void import('./restore-place.ts').then(({ restorePlaceOnReturn }) => restorePlaceOnReturn(router))

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: typeof router
  }
}
