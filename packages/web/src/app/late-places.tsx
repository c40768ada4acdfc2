/**
 * Places of the navigation that come a moment after the first page. Import it lazily, and keep their room: what stands
 * beside them holds still.
 */
import {
  IconBell,
  IconHeart,
  IconHistory,
  IconInfoCircle,
  IconLogin2,
  IconPlaylist,
  IconQuote,
  IconShield,
  IconUser,
} from '@tabler/icons-react'
import { Link, linkOptions, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useContentSettings } from '../domain/content-settings.ts'
import { useListeningWords } from '../domain/listening-words.ts'
import { useIsAdmin, useUser } from '../domain/session.ts'
import { AnnouncementsLink } from '../features/announcements/announcements-link.tsx'
import { LanguageSwitch } from '../features/language/language-switch.tsx'
import { useT } from '../lib/i18n.ts'
import { type Place, PlaceLink, settingsPlace, worksPlace } from './place-link.tsx'

/** The places that only a person who is signed in has. */
export function OwnPlaces() {
  useListeningWords()
  return (
    <>
      <PlaceLink place={favoritesPlace} form="side" />
      <PlaceLink place={playlistsPlace} form="side" />
      <PlaceLink place={followsPlace} form="side" />
      <PlaceLink place={historyPlace} form="side" />
    </>
  )
}

/** The links at the foot of the side bar. */
export function MorePlaces() {
  const isAdmin = useIsAdmin()
  return (
    <>
      <PlaceLink place={spokenPlace} form="side" />
      {isAdmin && <PlaceLink place={adminPlace} form="side" />}
      <PlaceLink place={useAccountPlace()} form="side" />
      <PlaceLink place={settingsPlace} form="side" />
      <PlaceLink place={aboutPlace} form="side" />
    </>
  )
}

/** Reports where Works begins, and gives its filter to a list that was opened before that filter was known. */
export function KeptFilter({ onChange }: { readonly onChange: (place: Place) => void }) {
  const search = useContentSettings()?.filterDefaults
  const awaitsFilter = useLocation({ select: ({ state }) => state.awaitsFilter === true })
  const navigate = useNavigate()
  useEffect(() => {
    if (!search) return onChange(worksPlace)
    const link = linkOptions({ to: '/works', search, state: { head: 'none' } })
    onChange({ ...worksPlace, link })
    if (awaitsFilter) void navigate({ ...link, replace: true })
  }, [search, awaitsFilter, onChange, navigate])
  return null
}

/** The links at the end of the header; a phone has no side bar. */
export function HeaderLinks() {
  const t = useT()
  const user = useUser()
  const place = useAccountPlace()
  return (
    <>
      {!user && <LanguageSwitch />}
      <AnnouncementsLink />
      <Link {...place.link} className="btn-icon size-11! md:hidden" aria-label={t(place.key)}>
        <place.icon size={22} aria-hidden />
      </Link>
    </>
  )
}

const useAccountPlace = () => (useUser() ? accountPlace : loginPlace)

const favoritesPlace = {
  key: 'nav.favorites',
  icon: IconHeart,
  link: linkOptions({ to: '/favorites' }),
} as const
const playlistsPlace = {
  key: 'nav.playlists',
  icon: IconPlaylist,
  link: linkOptions({ to: '/lists' }),
} as const
const historyPlace = { key: 'nav.history', icon: IconHistory, link: linkOptions({ to: '/history' }) } as const
const spokenPlace = { key: 'nav.spoken', icon: IconQuote, link: linkOptions({ to: '/lyrics' }) } as const
const followsPlace = { key: 'nav.follows', icon: IconBell, link: linkOptions({ to: '/follows' }) } as const
const adminPlace = { key: 'nav.admin', icon: IconShield, link: linkOptions({ to: '/admin/tasks' }) } as const
const accountPlace = { key: 'nav.account', icon: IconUser, link: linkOptions({ to: '/account' }) } as const
const loginPlace = { key: 'nav.login', icon: IconLogin2, link: linkOptions({ to: '/auth/login' }) } as const
const aboutPlace = { key: 'nav.about', icon: IconInfoCircle, link: linkOptions({ to: '/about' }) } as const
