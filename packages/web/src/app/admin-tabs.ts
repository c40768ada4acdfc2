/** The pages of the dashboard, in the order of its tabs. */
import type { MessageKey } from '../lib/i18n.ts'

export const adminTabs = [
  { to: '/admin/tasks', key: 'admin.tasks' },
  { to: '/admin/storages', key: 'admin.storages' },
  { to: '/admin/users', key: 'admin.users' },
  { to: '/admin/keys', key: 'admin.keys' },
  { to: '/admin/announcements', key: 'admin.announcements' },
  { to: '/admin/trash', key: 'admin.trash' },
  { to: '/admin/settings', key: 'admin.settings' },
  { to: '/admin/system', key: 'admin.system' },
  { to: '/admin/move-in', key: 'taskKind.move_in' },
] as const satisfies readonly { to: string; key: MessageKey }[]
