/** Actions on all selected works, for the selection bar and the command palette. */
import { saveFavorites } from '@koedana/contract/favorites.ts'
import { createTask } from '@koedana/contract/tasks.ts'
import { progressStates } from '@koedana/contract/values.ts'
import type { WorkCard } from '@koedana/contract/works.ts'
import {
  type Icon,
  IconCircleOff,
  IconFileText,
  IconFilterOff,
  IconHeart,
  IconHeartFilled,
  IconPencil,
  IconPlaylist,
  IconPlaylistAdd,
  IconProgressCheck,
  IconRefresh,
  IconTag,
} from '@tabler/icons-react'
import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { call } from '../../../domain/api.ts'
import { useCommandWords } from '../../../domain/command-words.ts'
import { editMany } from '../../../domain/editing-many.ts'
import { useFavorites } from '../../../domain/favorites-store.ts'
import { openPlaylistDialog } from '../../../domain/playlist-addition.ts'
import { requestLoginToListen } from '../../../domain/request-login.ts'
import { useIsAdmin, useUser } from '../../../domain/session.ts'
import { openTagEdit } from '../../../domain/tag-edit.ts'
import { translate, useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { withLast, withoutItems } from '../../../player/engine/queue-edits.rules.ts'
import { playTracks, preloadPlayer, setQueue } from '../../../player/player-actions.ts'
import type { PlayerItem } from '../../../player/player-item.ts'
import { useHasPlayer } from '../../../player/player-presence.ts'
import { usePlayer } from '../../../player/player-store.ts'
import { headStateOf } from '../head-entity.ts'
import { refreshPersonal } from '../marks/mark-query.ts'
import { useMarkWords } from '../marks/mark-words.ts'
import { setStatus } from '../marks/set-status.ts'
import { currentFilter, narrowWorks } from '../menu/menu-parts.tsx'
import { isListeningForbidden, preferredItems } from '../player-items.ts'
import { workFilesQuery } from '../work-query.ts'
import { idsFile } from './selection.rules.ts'
import { clearSelection, noteProgress, useSelection } from './selection-store.ts'

export interface SelectionAct {
  readonly id: string
  readonly label: string
  readonly icon: Icon
  /** Whether it is a button of the bar; otherwise it is in the menu. */
  readonly isFirst?: boolean
  /** The submenu of the bar that it is in, and its name there. */
  readonly inGroup?: { readonly group: 'status'; readonly label: string }
  readonly run: () => void
}

/** Suspends until its messages are loaded. */
export function useSelectionActs(): readonly SelectionAct[] {
  useCommandWords()
  useMarkWords()
  const t = useT()
  const router = useRouter()
  const isSignedIn = useUser() !== undefined
  const isAdmin = useIsAdmin()
  const works = [...useSelection(({ chosen }) => chosen).values()]
  const ids = works.map(({ id }) => id)
  const areFavorites = useFavorites(({ known }) => ids.every((id) => known[id] === true))
  const acts: (SelectionAct & { readonly isOffered: boolean })[] = [
    {
      id: 'favorite',
      label: t(areFavorites ? 'favorites.remove' : 'favorites.add'),
      icon: areFavorites ? IconHeartFilled : IconHeart,
      isFirst: true,
      isOffered: isSignedIn,
      run: () => void makeFavorites(ids, !areFavorites),
    },
    { ...act('playlist', IconPlaylist, () => listMany(ids)), isFirst: true, isOffered: isSignedIn },
    { ...act('queue', IconPlaylistAdd, () => void queueMany(works)), isFirst: true, isOffered: true },
    { ...act('tag', IconTag, () => tagMany(ids)), isFirst: true, isOffered: isSignedIn },
    ...statusActs(),
    { ...act('exclude', IconFilterOff, () => exclude(router, ids)), isOffered: ids.length <= maxInAddress },
    { ...act('edit', IconPencil, () => edit(router, ids)), isOffered: isAdmin },
    { ...act('refresh', IconRefresh, () => void refreshMany(ids)), isOffered: isAdmin },
    { ...act('csv', IconFileText, () => saveIds(ids, 'csv')), isOffered: true },
    { ...act('json', IconFileText, () => saveIds(ids, 'json')), isOffered: true },
  ]
  return acts.filter(({ isOffered }) => isOffered)

  function statusActs() {
    return [...progressStates, null].map((progress) => {
      const label = t(progress === null ? 'marks.clearProgress' : `marks.${progress}`)
      return {
        id: `status-${progress ?? 'none'}`,
        icon: progress === null ? IconCircleOff : IconProgressCheck,
        label: progress === null ? label : t('marks.progressSet', { name: label }),
        inGroup: { group: 'status', label } as const,
        isOffered: isSignedIn,
        run: () => void setStatus(ids, progress),
      }
    })
  }

  function act(id: NamedAct, icon: Icon, run: () => void): SelectionAct {
    return { id, icon, run, label: t(`select.${id}`) }
  }
}

type NamedAct = 'playlist' | 'queue' | 'tag' | 'exclude' | 'edit' | 'refresh' | 'csv' | 'json'

const titleOf = (ids: readonly string[]): string => translate('select.count', { count: ids.length })

const listMany = (ids: readonly string[]): void =>
  openPlaylistDialog({ things: ids.map((workId) => ({ workId })), title: titleOf(ids) })

const tagMany = (ids: readonly string[]): void => openTagEdit({ workIds: ids, title: titleOf(ids) })

function edit(router: RegisteredRouter, ids: readonly string[]): void {
  const [workId] = ids
  if (ids.length > 1) editMany(ids)
  else if (workId) void router.navigate({ to: '/work/$workId', params: { workId }, hash: 'edit' })
}

/** Excludes the works from the list, and clears the selection. */
function exclude(router: RegisteredRouter, ids: readonly string[]): void {
  const { href, state } = router.state.location
  const before = currentFilter(router)
  // Undo restores the heading from the history state, because the URL does not contain it.
  const shown = headStateOf(before, state)
  const run = () => void router.navigate({ href, state: shown, resetScroll: false })
  const excludedWorks = [...new Set([...(before.excludedWorks ?? []), ...ids])]
  clearSelection()
  void narrowWorks(router, () => ({ excludedWorks })).then(() => {
    const act = { label: translate('common.undo'), run }
    notify(translate('select.excluded', { count: ids.length }), 'positive', act)
  })
}

/** The filter is in the URL, which servers limit to about 8 kB. */
const maxInAddress = 200

/** Sends one request for all works. The notice offers undo for the changed ones. */
async function makeFavorites(ids: readonly string[], favorite: boolean): Promise<void> {
  const saved = await call(saveFavorites, { body: { ids: [...ids], favorite } }).catch(() => undefined)
  // The failure was shown already.
  if (!saved) return
  const marks = Object.fromEntries(ids.map((id) => [id, favorite]))
  useFavorites.setState(({ known }) => ({ known: { ...known, ...marks } }))
  void queryClient.invalidateQueries({ queryKey: ['favorites'] })
  refreshPersonal()
  const count = saved.changed.length
  const run = () => void makeFavorites(saved.changed, !favorite)
  const act = count > 0 ? { label: translate('common.undo'), run } : undefined
  notify(translate(favorite ? 'select.favorited' : 'select.unfavorited', { count }), 'positive', act)
}

/** Queues the works one by one until the selection changes. Playback is not interrupted. */
async function queueMany(works: readonly WorkCard[]): Promise<void> {
  void preloadPlayer()
  const { chosen } = useSelection.getState()
  const here = works.filter(({ inLibrary }) => inLibrary)
  const items: PlayerItem[] = []
  for (const [done, work] of here.entries()) {
    noteProgress({ done, total: here.length })
    const files = await queryClient.fetchQuery(workFilesQuery(work.id)).catch(() => undefined)
    if (chosen !== useSelection.getState().chosen) return noteProgress(undefined)
    if (files && isListeningForbidden(files.tracks)) {
      noteProgress(undefined)
      return requestLoginToListen(work.id)
    }
    if (files) items.push(...preferredItems(work, files))
  }
  noteProgress(undefined)
  if (items.length === 0) return notify(translate('menu.noTracks'))
  if (!useHasPlayer.getState().isHere) return playTracks(items, 0)
  setQueue(withLast(usePlayer.getState().queue, items))
  const run = () => setQueue(withoutItems(usePlayer.getState().queue, items, isSameItem))
  const act = { label: translate('common.undo'), run }
  notify(translate('select.queued', { count: items.length }), 'positive', act)
}

const isSameItem = (one: PlayerItem, other: PlayerItem): boolean =>
  one.workId === other.workId && one.track.id === other.track.id

async function refreshMany(works: readonly string[]): Promise<void> {
  const options = { works: [...works] }
  const task = await call(createTask, { body: { kind: 'refresh_works', options } }).catch(() => undefined)
  if (task) notify(translate('select.refreshing', { count: works.length }), 'positive')
}

function saveIds(ids: readonly string[], format: 'csv' | 'json'): void {
  const type = format === 'json' ? 'application/json' : 'text/csv'
  saveFile(new Blob([idsFile(ids, format)], { type }), `koedana-works.${format}`)
}
