import { IconArrowLeft } from '@tabler/icons-react'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type MessageKey, useT } from '../lib/i18n.ts'
import { Wordmark } from './root-layout.tsx'

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

/** The frame of the dashboard: plain, wide, with a link back to the site. */
export function AdminLayout() {
  const t = useT()
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On phones the tabs are wider than the screen, so the current one is scrolled into view.
  useEffect(() => {
    if (pathname) nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <>
      <header className="sticky top-0 z-20 border-b border-line bg-bg/90 backdrop-blur-xl">
        <div className="canvas flex h-14 items-center gap-3">
          <Link to="/" className="btn-icon pointer-coarse:size-11" aria-label={t('admin.leave')}>
            <IconArrowLeft size={20} aria-hidden />
          </Link>
          <Link to="/admin/tasks" className="hidden sm:block">
            <Wordmark />
          </Link>
          <nav
            ref={nav}
            aria-label={t('admin.title')}
            className="flex min-w-0 scroll-px-8 gap-1 overflow-x-auto [scrollbar-width:none] sm:ml-4"
          >
            {adminTabs.map(({ to, key }) => (
              <Link
                key={to}
                to={to}
                className="grid h-10 shrink-0 place-items-center rounded-full px-4 text-sm text-mut transition-colors hover:text-fg aria-[current=page]:bg-soft aria-[current=page]:font-semibold aria-[current=page]:text-acc pointer-coarse:h-11"
              >
                {t(key)}
              </Link>
            ))}
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="canvas py-6 pb-[calc(var(--player)+40px)] outline-none">
        <Outlet />
      </main>
    </>
  )
}
