/** The places of the navigation that stand at once, for the side bar and the tabs of a phone. */
import {
  IconBooks,
  IconBrush,
  IconChartBar,
  IconHeadphones,
  IconHome,
  IconMicrophone,
  IconSettings,
  IconStack2,
  IconTags,
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
