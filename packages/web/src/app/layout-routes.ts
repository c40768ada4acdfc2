import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { ErrorPage } from './error-page.tsx'
import { Frame } from './frame.tsx'
import { RootLayout } from './root-layout.tsx'

export const root = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: Frame,
  errorComponent: ErrorPage,
})

/** The layout of every page except the dashboard, which has its own. */
export const site = createRoute({ getParentRoute: () => root, id: 'site', component: RootLayout })
