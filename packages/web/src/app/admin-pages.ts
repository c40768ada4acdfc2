/**
 * The pages of the dashboard. They stand by themselves, so that what only administrators open weighs nothing for
 * others.
 */
export { loadStorageWords } from '../features/admin/storages/storage-words.ts'
export { loadAdminWords } from '../lib/admin-words.ts'

export const layout = () => import('./admin-layout.tsx')
export const tasks = () => import('../pages/admin/tasks-page.tsx')
export const task = () => import('../pages/admin/task-page.tsx')
export const users = () => import('../pages/admin/users-page.tsx')
export const keys = () => import('../pages/admin/keys-page.tsx')
export const announcements = () => import('../pages/admin/announcements-page.tsx')
export const storages = () => import('../pages/admin/storages-page.tsx')
export const trash = () => import('../pages/admin/trash-page.tsx')
export const siteSettings = () => import('../pages/admin/site-settings-page.tsx')
export const system = () => import('../pages/admin/system-page.tsx')
