/** Navigation links that are loaded after the first render. Load lazily, and reserve their space to avoid layout shift. */

import { locales } from '@koedana/contract/values.ts'
import {
  IconBell,
  IconCommand,
  IconHeart,
  IconHistory,
  IconInfoCircle,
  IconLanguage,
  IconLogin2,
  IconPlaylist,
  IconQuote,
  IconShield,
  IconSpeakerphone,
  IconUser,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, linkOptions, useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { modifierKeyName, openCommandDialog } from '../domain/command-dialog.ts'
import { useCommandWords } from '../domain/command-words.ts'
import { useContentSettings } from '../domain/content-settings.ts'
import { useListeningWords } from '../domain/listening-words.ts'
import { useIsAdmin, useUser } from '../domain/session.ts'
import { announcementsQuery, useIsUnread } from '../features/announcements/announcements-query.ts'
import { changeLocale, localeNames, useT } from '../lib/i18n.ts'
import { createMediaHook } from '../lib/media-hook.ts'
import { useSettings } from '../lib/settings.ts'
import { type NavItem, NavLink, settingsItem, worksItem } from './nav-link.tsx'

export function OwnNav() {
  useListeningWords()
  return (
    <>
      <NavLink item={favoritesItem} form="side" />
      <NavLink item={playlistsItem} form="side" />
      <NavLink item={followsItem} form="side" />
      <NavLink item={historyItem} form="side" />
    </>
  )
}

export function MoreNav() {
  const isAdmin = useIsAdmin()
  return (
    <>
      <NavLink item={lyricsSearchItem} form="side" />
      {isAdmin && <NavLink item={adminItem} form="side" />}
      <NavLink item={useAccountItem()} form="side" />
      <NavLink item={settingsItem} form="side" />
      <NavLink item={aboutItem} form="side" />
    </>
  )
}

/** Reports the link of Works with its default filter, and applies the filter to a list that was opened before the filter was known. */
export function DefaultFilterSync({ onChange }: { readonly onChange: (item: NavItem) => void }) {
  const search = useContentSettings()?.filterDefaults
  const awaitsFilter = useLocation({ select: ({ state }) => state.awaitsFilter === true })
  const navigate = useNavigate()
  useEffect(() => {
    if (!search) return onChange(worksItem)
    const link = linkOptions({ to: '/works', search, state: { head: 'none' } })
    onChange({ ...worksItem, link })
    if (awaitsFilter) void navigate({ ...link, replace: true })
  }, [search, awaitsFilter, onChange, navigate])
  return null
}

/** The links at the end of the header; phones have no sidebar. */
export function HeaderLinks() {
  const t = useT()
  const user = useUser()
  const item = useAccountItem()
  const isPhone = useIsPhone()
  return (
    <>
      {/* Phones have no room for it: there it is in the settings, and its messages are not loaded here. */}
      {!isPhone && (
        <Suspense fallback={<span className="size-11" />}>
          <PaletteButton />
        </Suspense>
      )}
      {!user && <LanguageSwitch />}
      <AnnouncementsLink />
      <Link {...item.link} className="btn-icon size-11! md:hidden" aria-label={t(item.key)}>
        <item.icon size={22} aria-hidden />
      </Link>
    </>
  )
}

const useIsPhone = createMediaHook('(max-width: 767px)')

function PaletteButton() {
  useCommandWords()
  const t = useT()
  return (
    <button
      type="button"
      className="btn-icon size-11!"
      aria-label={t('palette.label')}
      aria-keyshortcuts="Control+K Meta+K"
      title={`${t('palette.label')} (${modifierKeyName} K)`}
      onClick={() => openCommandDialog('palette')}
    >
      <IconCommand size={21} aria-hidden />
    </button>
  )
}

const useAccountItem = () => (useUser() ? accountItem : loginItem)

export const favoritesItem = {
  key: 'nav.favorites',
  icon: IconHeart,
  link: linkOptions({ to: '/favorites' }),
} as const

export const playlistsItem = {
  key: 'nav.playlists',
  icon: IconPlaylist,
  link: linkOptions({ to: '/lists' }),
} as const

export const historyItem = {
  key: 'nav.history',
  icon: IconHistory,
  link: linkOptions({ to: '/history' }),
} as const

export const lyricsSearchItem = {
  key: 'nav.spoken',
  icon: IconQuote,
  link: linkOptions({ to: '/lyrics' }),
} as const

export const followsItem = {
  key: 'nav.follows',
  icon: IconBell,
  link: linkOptions({ to: '/follows' }),
} as const

const adminItem = { key: 'nav.admin', icon: IconShield, link: linkOptions({ to: '/admin/tasks' }) } as const

export const accountItem = {
  key: 'nav.account',
  icon: IconUser,
  link: linkOptions({ to: '/account' }),
} as const

export const loginItem = {
  key: 'nav.login',
  icon: IconLogin2,
  link: linkOptions({ to: '/auth/login' }),
} as const

export const aboutItem = {
  key: 'nav.about',
  icon: IconInfoCircle,
  link: linkOptions({ to: '/about' }),
} as const

/** Links to all announcements, with a dot while one of the latest is unread. */
function AnnouncementsLink() {
  const t = useT()
  const { data } = useQuery(announcementsQuery())
  const isUnread = useIsUnread()
  const title = t('announcements.title')
  return (
    <Link
      to="/announcements"
      title={title}
      className="btn-icon relative size-11! aria-[current=page]:text-acc"
    >
      <IconSpeakerphone size={21} aria-hidden />
      <span className="sr-only">{title}</span>
      {data?.items.some(isUnread) && (
        <span
          className="absolute top-2 right-2 size-2 rounded-full border-2 border-bg bg-acc box-content"
          role="img"
          aria-label={t('announcements.unread')}
        />
      )}
    </Link>
  )
}

/** In every language, because users who need it cannot read the current one. */
const languageSwitchLabel = '语言 · Language · 言語'

/** A language switch: a transparent native `<select>` over an icon, recognizable without reading. */
function LanguageSwitch() {
  const shown = useSettings(({ locale }) => locale)
  return (
    <span className="btn-icon relative size-11! has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-acc">
      <IconLanguage size={21} aria-hidden />
      <select
        className="absolute inset-0 cursor-pointer opacity-0"
        aria-label={languageSwitchLabel}
        title={languageSwitchLabel}
        value={shown}
        onChange={({ target }) => {
          const chosen = locales.find((locale) => locale === target.value)
          if (chosen) void changeLocale(chosen)
        }}
      >
        {locales.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {localeNames[locale]}
          </option>
        ))}
      </select>
    </span>
  )
}
