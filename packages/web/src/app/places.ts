/** The places of the navigation, for the side bar and the tabs of a phone. */
import {
  IconBooks,
  IconChartBar,
  IconHeadphones,
  IconHome,
  IconInfoCircle,
  IconSettings,
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
export const settingsPlace = {
  key: 'nav.settings',
  icon: IconSettings,
  link: linkOptions({ to: '/settings' }),
} as const
export const aboutPlace = {
  key: 'nav.about',
  icon: IconInfoCircle,
  link: linkOptions({ to: '/about' }),
} as const
