/** The dashboard: for administrators alone. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { requireAdmin } from './guards.ts'
import { root } from './layout-routes.ts'

const pages = () => import('./admin-pages.ts')

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: requireAdmin,
  loader: () => pages().then(({ loadAdminWords }) => loadAdminWords()),
  component: lazyRouteComponent(() => pages().then(({ layout }) => layout()), 'AdminLayout'),
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
  component: lazyRouteComponent(() => pages().then(({ tasks }) => tasks()), 'TasksPage'),
})

const adminTask = createRoute({
  getParentRoute: () => dashboard,
  path: '/tasks/$taskId',
  component: lazyRouteComponent(() => pages().then(({ task }) => task()), 'TaskPage'),
})

const adminUsers = createRoute({
  getParentRoute: () => dashboard,
  path: '/users',
  component: lazyRouteComponent(() => pages().then(({ users }) => users()), 'UsersPage'),
})

const adminKeys = createRoute({
  getParentRoute: () => dashboard,
  path: '/keys',
  component: lazyRouteComponent(() => pages().then(({ keys }) => keys()), 'KeysPage'),
})

const adminAnnouncements = createRoute({
  getParentRoute: () => dashboard,
  path: '/announcements',
  component: lazyRouteComponent(
    () => pages().then(({ announcements }) => announcements()),
    'AdminAnnouncementsPage',
  ),
})

const adminStorages = createRoute({
  getParentRoute: () => dashboard,
  path: '/storages',
  loader: () => pages().then(({ loadStorageWords }) => loadStorageWords()),
  component: lazyRouteComponent(() => pages().then(({ storages }) => storages()), 'StoragesPage'),
})

const adminTrash = createRoute({
  getParentRoute: () => dashboard,
  path: '/trash',
  component: lazyRouteComponent(() => pages().then(({ trash }) => trash()), 'TrashPage'),
})

const adminSettings = createRoute({
  getParentRoute: () => dashboard,
  path: '/settings',
  component: lazyRouteComponent(() => pages().then(({ siteSettings }) => siteSettings()), 'SiteSettingsPage'),
})

const adminSystem = createRoute({
  getParentRoute: () => dashboard,
  path: '/system',
  component: lazyRouteComponent(() => pages().then(({ system }) => system()), 'SystemPage'),
})

export const admin = dashboard.addChildren([
  adminIndex,
  adminTasks,
  adminTask,
  adminUsers,
  adminKeys,
  adminAnnouncements,
  adminStorages,
  adminTrash,
  adminSettings,
  adminSystem,
])
