/** The dashboard: for administrators alone. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { loadMoreWords } from '../lib/i18n.ts'
import { requireAdmin } from './guards.ts'
import { root } from './layout-routes.ts'

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: requireAdmin,
  loader: loadMoreWords,
  component: lazyRouteComponent(() => import('./admin-layout.tsx'), 'AdminLayout'),
})

const adminIndex = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/tasks', replace: true })
  },
})

const adminTasks = createRoute({
  getParentRoute: () => dashboard,
  path: '/tasks',
  component: lazyRouteComponent(() => import('../pages/admin/tasks-page.tsx'), 'TasksPage'),
})

const adminUsers = createRoute({
  getParentRoute: () => dashboard,
  path: '/users',
  component: lazyRouteComponent(() => import('../pages/admin/users-page.tsx'), 'UsersPage'),
})

const adminKeys = createRoute({
  getParentRoute: () => dashboard,
  path: '/keys',
  component: lazyRouteComponent(() => import('../pages/admin/keys-page.tsx'), 'KeysPage'),
})

const adminAnnouncements = createRoute({
  getParentRoute: () => dashboard,
  path: '/announcements',
  component: lazyRouteComponent(
    () => import('../pages/admin/announcements-page.tsx'),
    'AdminAnnouncementsPage',
  ),
})

export const admin = dashboard.addChildren([
  adminIndex,
  adminTasks,
  adminUsers,
  adminKeys,
  adminAnnouncements,
])
