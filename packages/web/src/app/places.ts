/** The places of the navigation, for the side bar and the tabs of a phone. */
import {
  IconBooks,
  IconBrush,
  IconChartBar,
  IconHeadphones,
  IconHeart,
  IconHome,
  IconInfoCircle,
  IconLogin2,
  IconMicrophone,
  IconSettings,
  IconShield,
  IconStack2,
  IconTags,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'

export const homePlace = { key: 'nav.home', icon: IconHome, link: linkOptions({ to: '/' }) } as const
export const worksPlace = { key: 'nav.works', icon: IconBooks, link: linkOptions({ to: '/works' }) } as const
export const libraryPlace = {
  key: 'nav.library',
  icon: IconHeadphones,
  link: linkOptions({ to: '/works', search: { inLibrary: true } }),
} as const
export const favoritesPlace = {
  key: 'nav.favorites',
  icon: IconHeart,
  link: linkOptions({ to: '/favorites' }),
} as const
export const rankingsPlace = {
  key: 'nav.rankings',
  icon: IconChartBar,
  link: linkOptions({ to: '/rankings' }),
} as const
export const entityPlaces = [
  { key: 'filter.makers', icon: IconUsersGroup, link: linkOptions({ to: '/makers' }) },
  { key: 'filter.series', icon: IconStack2, link: linkOptions({ to: '/series' }) },
  { key: 'filter.artists', icon: IconMicrophone, link: linkOptions({ to: '/artists' }) },
  { key: 'filter.illustrators', icon: IconBrush, link: linkOptions({ to: '/illustrators' }) },
  { key: 'filter.genres', icon: IconTags, link: linkOptions({ to: '/genres' }) },
] as const
export const settingsPlace = {
  key: 'nav.settings',
  icon: IconSettings,
  link: linkOptions({ to: '/settings' }),
} as const
export const accountPlace = {
  key: 'nav.account',
  icon: IconUser,
  link: linkOptions({ to: '/account' }),
} as const
export const loginPlace = {
  key: 'nav.login',
  icon: IconLogin2,
  link: linkOptions({ to: '/auth/login' }),
} as const
export const adminPlace = {
  key: 'nav.admin',
  icon: IconShield,
  link: linkOptions({ to: '/admin/tasks' }),
} as const
export const aboutPlace = {
  key: 'nav.about',
  icon: IconInfoCircle,
  link: linkOptions({ to: '/about' }),
} as const
