import {
  type Icon,
  IconBrush,
  IconChartBar,
  IconDisc,
  IconHeadphones,
  IconHome,
  IconMicrophone,
  IconSettings,
  IconStack2,
  IconTags,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Link, type LinkOptions, linkOptions, useLocation } from '@tanstack/react-router'
import clsx from 'clsx'
import { type MessageKey, useT } from '../lib/i18n.ts'

export interface NavItem {
  readonly key: MessageKey
  readonly icon: Icon
  readonly link: LinkOptions
}

/** `side` is a row of the sidebar, `tab` a column of the tab bar. */
export function NavLink({ item, form }: { readonly item: NavItem; readonly form: 'side' | 'tab' }) {
  const t = useT()
  const here = useIsCurrentPage(item)
  return (
    <Link
      {...item.link}
      aria-current={here ? 'page' : undefined}
      title={form === 'side' ? t(item.key) : undefined}
      activeOptions={exactMatchOptions}
      className={clsx(form === 'side' ? sideClass : tabClass, here ? activeClass[form] : inactiveClass[form])}
    >
      <item.icon size={form === 'side' ? 19 : 22} aria-hidden />
      {form === 'side' ? <span className="side-name">{t(item.key)}</span> : t(item.key)}
    </Link>
  )
}

/** The list and its library view share a path: only one of them is the current page. */
function useIsCurrentPage({ link }: NavItem): boolean {
  const { pathname, search } = useLocation()
  if (pathname !== link.to) return false
  const wantsLibrary = typeof link.search === 'object' && 'inLibrary' in link.search
  return pathname !== '/works' || wantsLibrary === isLibrary(search)
}

/** The search of the location may still be text; only the route has parsed it. */
function isLibrary(search: object): boolean {
  return 'inLibrary' in search && String(search.inLibrary) === 'true'
}

/** By default the router would mark every link with the same path. */
const exactMatchOptions = { exact: true, includeSearch: true } as const

const sideClass =
  'flex min-h-10 items-center gap-3 rounded-xl px-3 text-[14px] transition-colors pointer-coarse:min-h-11'
const tabClass = 'flex h-14 flex-col items-center justify-center gap-0.5 text-[11px]'
const activeClass = { side: 'bg-soft font-semibold text-acc', tab: 'font-semibold text-acc' } as const
const inactiveClass = { side: 'text-mut hover:bg-sunken hover:text-fg', tab: 'text-mut' } as const

/** The navigation items that are shown at once, in the sidebar and in the tab bar of phones. */
export const homeItem = { key: 'nav.home', icon: IconHome, link: linkOptions({ to: '/' }) } as const
/** The link until the default filter is known. */
export const worksItem = {
  key: 'nav.works',
  icon: IconDisc,
  link: linkOptions({ to: '/works', state: { awaitsFilter: true } }),
} as const
export const libraryItem = {
  key: 'nav.library',
  icon: IconHeadphones,
  link: linkOptions({ to: '/works', search: { inLibrary: true } }),
} as const
export const rankingsItem = {
  key: 'nav.rankings',
  icon: IconChartBar,
  link: linkOptions({ to: '/rankings' }),
} as const
export const entityItems = [
  { key: 'filter.makers', icon: IconUsersGroup, link: linkOptions({ to: '/makers' }) },
  { key: 'filter.series', icon: IconStack2, link: linkOptions({ to: '/series' }) },
  { key: 'filter.artists', icon: IconMicrophone, link: linkOptions({ to: '/artists' }) },
  { key: 'filter.illustrators', icon: IconBrush, link: linkOptions({ to: '/illustrators' }) },
  { key: 'filter.genres', icon: IconTags, link: linkOptions({ to: '/genres' }) },
] as const
export const settingsItem = {
  key: 'nav.settings',
  icon: IconSettings,
  link: linkOptions({ to: '/settings' }),
} as const
