import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { AdminPage } from './admin-pages.ts'
import { requireAdmin } from './guards.ts'
import { root, site } from './layout-routes.ts'

const pages = () => import('./admin-pages.ts')
const page = (name: AdminPage) => lazyRouteComponent(() => pages().then(({ loadPage }) => loadPage(name)))

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: requireAdmin,
  loader: () => pages().then(({ loadAdminWords }) => loadAdminWords()),
  component: page('layout'),
})

const child = <const P extends string>(path: P, name: AdminPage) =>
  createRoute({ getParentRoute: () => dashboard, path, component: page(name) })

const adminIndex = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/tasks', replace: true })
  },
})

/** Catalog files are read by the sync task. */
const adminFeed = createRoute({
  getParentRoute: () => dashboard,
  path: '/feed',
  beforeLoad: () => {
    throw redirect({ to: '/admin/tasks', replace: true })
  },
})

const adminTasks = child('/tasks', 'tasks')
const adminTask = child('/tasks/$taskId', 'task')
const adminUsers = child('/users', 'users')
const adminKeys = child('/keys', 'keys')
const adminAnnouncements = child('/announcements', 'announcements')

const storageWords = () => pages().then(({ loadStorageWords }) => loadStorageWords())

const adminStorages = createRoute({
  getParentRoute: () => dashboard,
  path: '/storages',
  loader: storageWords,
  component: page('storages'),
})

/** It uses the folder browser of the storage page, and so its messages. */
const adminMoveIn = createRoute({
  getParentRoute: () => dashboard,
  path: '/move-in',
  loader: storageWords,
  component: page('moveIn'),
})

const adminTrash = child('/trash', 'trash')
const adminSettings = child('/settings', 'settings')
const adminDestinations = child('/destinations', 'destinations')
const adminSystem = child('/system', 'system')

/** Public, because the cloud drive provider redirects here whatever user is logged in. */
export const driveReturn = createRoute({
  getParentRoute: () => site,
  path: '/oauth/$page',
  component: page('driveReturn'),
})

export const admin = dashboard.addChildren([
  adminIndex,
  adminFeed,
  adminTasks,
  adminTask,
  adminUsers,
  adminKeys,
  adminAnnouncements,
  adminStorages,
  adminTrash,
  adminSettings,
  adminDestinations,
  adminSystem,
  adminMoveIn,
])
