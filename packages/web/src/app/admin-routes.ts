/** The dashboard: for administrators alone. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { requireAdmin } from './guards.ts'
import { root } from './layout-routes.ts'

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: requireAdmin,
  loader: () => import('../lib/admin-words.ts').then(({ loadAdminWords }) => loadAdminWords()),
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

const adminTask = createRoute({
  getParentRoute: () => dashboard,
  path: '/tasks/$taskId',
  component: lazyRouteComponent(() => import('../pages/admin/task-page.tsx'), 'TaskPage'),
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

const adminTrash = createRoute({
  getParentRoute: () => dashboard,
  path: '/trash',
  component: lazyRouteComponent(() => import('../pages/admin/trash-page.tsx'), 'TrashPage'),
})

const adminSettings = createRoute({
  getParentRoute: () => dashboard,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/admin/site-settings-page.tsx'), 'SiteSettingsPage'),
})

const adminSystem = createRoute({
  getParentRoute: () => dashboard,
  path: '/system',
  component: lazyRouteComponent(() => import('../pages/admin/system-page.tsx'), 'SystemPage'),
})

export const admin = dashboard.addChildren([
  adminIndex,
  adminTasks,
  adminTask,
  adminUsers,
  adminKeys,
  adminTrash,
  adminSettings,
  adminSystem,
])
