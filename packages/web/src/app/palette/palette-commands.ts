/** Lists the commands of the palette that are available to the current user here and now. */
import { locales, themes } from '@koedana/contract/values.ts'
import {
  type Icon,
  IconChartBar,
  IconCommand,
  IconDeviceMobile,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconRuler2,
  IconShield,
  IconSpeakerphone,
  IconSunMoon,
  IconVolume,
} from '@tabler/icons-react'
import { type LinkOptions, linkOptions, useRouter } from '@tanstack/react-router'
import { openCommandDialog } from '../../domain/command-dialog.ts'
import { useCommandWords } from '../../domain/command-words.ts'
import { useListeningWords } from '../../domain/listening-words.ts'
import { useUser } from '../../domain/session.ts'
import { startTask } from '../../features/admin/tasks/tasks-query.tsx'
import { useSelectionActs } from '../../features/works/selection/selection-actions.ts'
import { useSelection } from '../../features/works/selection/selection-store.ts'
import { changeLocale, localeNames, useT } from '../../lib/i18n.ts'
import { changeSettings, densities } from '../../lib/settings.ts'
import type { SleepUntil } from '../../player/engine/sleep-timer.ts'
import { nextTrack, previousTrack, setSleep, toggleMute, togglePlay } from '../../player/player-actions.ts'
import { useHasPlayer } from '../../player/player-presence.ts'
import { usePlayer } from '../../player/player-store.ts'
import { usePlayerWords } from '../../player/player-words.ts'
import { adminTabs } from '../admin-layout.tsx'
import {
  aboutItem,
  accountItem,
  favoritesItem,
  followsItem,
  historyItem,
  loginItem,
  lyricsSearchItem,
  playlistsItem,
} from '../deferred-nav.tsx'
import {
  entityItems,
  homeItem,
  libraryItem,
  type NavItem,
  rankingsItem,
  settingsItem,
  worksItem,
} from '../nav-link.tsx'
import { parseMinutes, type Rankable } from './palette.rules.ts'

export const commandGroups = ['selected', 'player', 'pages', 'acts', 'server'] as const

export interface Command extends Rankable {
  readonly id: string
  readonly group: (typeof commandGroups)[number]
  readonly icon: Icon
  readonly run: () => void
}

/** Suspends until its messages are loaded. The caller loads those of the dashboard. */
export function useCommands(query: string, isAdmin: boolean): readonly Command[] {
  useCommandWords()
  const selected = useSelectionCommands()
  const player = usePlayerCommands(query)
  const pages = usePageCommands(isAdmin)
  const acts = useActionCommands()
  const server = useServerCommands(isAdmin)
  return [...selected, ...player, ...pages, ...acts, ...server]
}

function useSelectionCommands(): readonly Command[] {
  const acts = useSelectionActs()
  const isSelecting = useSelection(({ chosen }) => chosen.size > 0)
  if (!isSelecting) return []
  return acts.map(({ id, label, icon, run }) => ({
    id: `selected ${id}`,
    group: 'selected',
    title: label,
    icon,
    run,
  }))
}

/** Returns the commands of the player; empty if there is nothing to play. */
function usePlayerCommands(query: string): readonly Command[] {
  usePlayerWords()
  const t = useT()
  const isHere = useHasPlayer((presence) => presence.isHere)
  const isPlaying = usePlayer(({ playing }) => playing)
  const isSleeping = usePlayer(({ sleep }) => sleep !== undefined)
  if (!isHere) return []
  const command = (title: string, icon: Icon, run: () => void, also: string): Command => ({
    id: `player ${title}`,
    group: 'player',
    title,
    icon,
    run,
    also,
  })
  const sleep = (title: string, until: SleepUntil | undefined) =>
    command(title, IconMoon, () => setSleep(until), 'sleep timer')
  return [
    command(t(isPlaying ? 'player.pause' : 'player.play'), IconPlayerPlay, togglePlay, 'play pause'),
    command(t('player.next'), IconPlayerTrackNext, nextTrack, 'next'),
    command(t('player.previous'), IconPlayerTrackPrev, previousTrack, 'previous'),
    command(t('volume.mute'), IconVolume, toggleMute, 'mute'),
    ...sleepMinutes(query).map((minutes) =>
      sleep(t('palette.sleep', { count: minutes }), { type: 'minutes', minutes }),
    ),
    sleep(t('palette.sleepTrack'), { type: 'tracks', count: 1 }),
    ...(isSleeping ? [sleep(t('palette.sleepOff'), undefined)] : []),
  ]
}

/** Returns the default timers and the minutes in the query. */
const sleepMinutes = (query: string): readonly number[] => [
  ...new Set([15, 30, 45, 60, ...[parseMinutes(query) ?? []].flat()]),
]

const announcementsItem = {
  key: 'announcements.title',
  icon: IconSpeakerphone,
  link: linkOptions({ to: '/announcements' }),
} as const

const publicItems: readonly NavItem[] = [
  homeItem,
  worksItem,
  libraryItem,
  rankingsItem,
  ...entityItems,
  lyricsSearchItem,
  announcementsItem,
  settingsItem,
  aboutItem,
]
const ownItems: readonly NavItem[] = [favoritesItem, playlistsItem, followsItem, historyItem, accountItem]

function usePageCommands(isAdmin: boolean): readonly Command[] {
  useListeningWords()
  const t = useT()
  const router = useRouter()
  const user = useUser()
  const page = (link: LinkOptions, title: string, icon: Icon): Command => ({
    id: `page ${title} ${String(link.to)}`,
    group: 'pages',
    title,
    also: String(link.to),
    icon,
    run: () => void router.navigate(link),
  })
  const items = [...publicItems, ...(user ? ownItems : [loginItem])]
  return [
    ...items.map(({ key, icon, link }) => page(link, t(key), icon)),
    ...(user ? [page(linkOptions({ to: '/statistics' }), t('palette.statistics'), IconChartBar)] : []),
    page(linkOptions({ to: '/device' }), t('palette.device'), IconDeviceMobile),
    ...(isAdmin ? adminTabs : []).map(({ to, key }) =>
      page(linkOptions({ to }), `${t('nav.admin')}: ${t(key)}`, IconShield),
    ),
  ]
}

function useActionCommands(): readonly Command[] {
  const t = useT()
  const user = useUser()
  const act = (icon: Icon, title: string, run: () => void, also: string): Command => ({
    id: `act ${title}`,
    group: 'acts',
    title,
    icon,
    run,
    also,
  })
  return [
    ...themes.map((theme) =>
      act(
        IconSunMoon,
        t('palette.theme', { name: t(`settings.${theme}`) }),
        () => changeSettings({ theme }),
        `theme ${theme}`,
      ),
    ),
    ...locales.map((locale) =>
      act(
        IconLanguage,
        t('palette.language', { name: localeNames[locale] }),
        () => void changeLocale(locale),
        `language 语言 言語 ${locale}`,
      ),
    ),
    ...densities.map((density) =>
      act(
        IconRuler2,
        t('palette.density', { name: t(`settings.${density}`) }),
        () => changeSettings({ density }),
        `density ${density}`,
      ),
    ),
    act(IconKeyboard, t('keys.title'), () => openCommandDialog('shortcuts'), 'keyboard shortcuts help ?'),
    ...(user
      ? [act(IconLogout, t('auth.logout'), () => openCommandDialog('logOut'), 'log out sign out')]
      : []),
  ]
}

const manualTaskKinds = ['sync_works', 'refresh_works', 'make_backup'] as const

/** Starts each task with its default options. Only administrators have its messages. */
function useServerCommands(isAdmin: boolean): readonly Command[] {
  const t = useT()
  const router = useRouter()
  const start = async (kind: (typeof manualTaskKinds)[number]) => {
    const task = await startTask({ kind }).catch(() => undefined)
    // The failure was shown already.
    if (task) await router.navigate({ to: '/admin/tasks/$taskId', params: { taskId: task.id } })
  }
  if (!isAdmin) return []
  return manualTaskKinds.map((kind) => ({
    id: `start ${kind}`,
    group: 'server',
    title: t('palette.start', { name: t(`taskKind.${kind}`) }),
    also: `start ${kind.replace('_', ' ')} scan`,
    icon: IconCommand,
    run: () => void start(kind),
  }))
}
