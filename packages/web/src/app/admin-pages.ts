/** The pages of the dashboard, in a chunk of their own, so that only administrators download them. */
import type { ComponentType } from 'react'

export { loadStorageWords } from '../features/admin/storages/storage-words.ts'
export { loadAdminWords } from '../lib/admin-words.ts'

const pages = {
  layout: () => import('./admin-layout.tsx').then(({ AdminLayout }) => AdminLayout),
  tasks: () => import('../pages/admin/tasks-page.tsx').then(({ TasksPage }) => TasksPage),
  task: () => import('../pages/admin/task-page.tsx').then(({ TaskPage }) => TaskPage),
  users: () => import('../pages/admin/users-page.tsx').then(({ UsersPage }) => UsersPage),
  keys: () => import('../pages/admin/keys-page.tsx').then(({ KeysPage }) => KeysPage),
  announcements: () =>
    import('../pages/admin/announcements-page.tsx').then(
      ({ AdminAnnouncementsPage }) => AdminAnnouncementsPage,
    ),
  storages: () => import('../pages/admin/storages-page.tsx').then(({ StoragesPage }) => StoragesPage),
  driveReturn: () => import('../pages/drive-return-page.tsx').then(({ DriveReturnPage }) => DriveReturnPage),
  moveIn: () => import('../pages/admin/move-in-page.tsx').then(({ MoveInPage }) => MoveInPage),
  trash: () => import('../pages/admin/trash-page.tsx').then(({ TrashPage }) => TrashPage),
  settings: () =>
    import('../pages/admin/site-settings-page.tsx').then(({ SiteSettingsPage }) => SiteSettingsPage),
  destinations: () =>
    import('../pages/admin/destinations-page.tsx').then(({ DestinationsPage }) => DestinationsPage),
  system: () => import('../pages/admin/system-page.tsx').then(({ SystemPage }) => SystemPage),
}

export type AdminPage = keyof typeof pages

export const loadPage = async (name: AdminPage): Promise<{ readonly default: ComponentType }> => ({
  default: await pages[name](),
})
