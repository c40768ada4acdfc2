import {
  type AnnouncementHead,
  getAnnouncement,
  listAnnouncements,
  readAnnouncement,
} from '@koedana/contract/announcements.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { create } from 'zustand'
import { announcementsKey } from '../../domain/announcements-key.ts'
import { call } from '../../domain/api.ts'
import { homeKey } from '../../domain/home-key.ts'
import { currentToken, isLoggedIn } from '../../domain/session.ts'

export const announcementsPerPage = 20

export const announcementsQuery = (page = 1) =>
  queryOptions({
    queryKey: [...announcementsKey, 'list', page, currentToken()],
    queryFn: ({ signal }) =>
      call(listAnnouncements, { query: { page, pageSize: announcementsPerPage } }, signal),
    placeholderData: keepPreviousData,
  })

export const announcementQuery = (id: string) =>
  queryOptions({
    queryKey: [...announcementsKey, 'one', id, currentToken()],
    queryFn: ({ signal }) => call(getAnnouncement, { params: { id } }, signal),
  })

/**
 * Local storage keys. The server stores the read state for accounts, this browser for visitors. Only the browser stores which important
 * announcements were shown as a dialog.
 */
const stored = { read: 'announcements.read', shown: 'announcements.shown' } as const
/** Older announcements are dropped. */
const maxRemembered = 200

interface ReadState {
  readonly read: readonly string[]
  readonly shown: readonly string[]
}

const Ids = v.array(v.string())
const useReadState = create<ReadState>(() => ({ read: readList('read'), shown: readList('shown') }))

/** Renders the caller again when the read state changes. */
export function useIsUnread(): (announcement: AnnouncementHead) => boolean {
  const read = useReadState((remembered) => remembered.read)
  return ({ id, isRead }) => !(isRead ?? read.includes(id))
}

export async function markRead({ id, isRead }: AnnouncementHead, client: QueryClient): Promise<void> {
  if (isRead) return
  if (!isLoggedIn()) return storeId('read', id)
  await call(readAnnouncement, { params: { id } })
  await Promise.all([announcementsKey, homeKey].map((queryKey) => client.invalidateQueries({ queryKey })))
}

export const wasShown = (id: string): boolean => useReadState.getState().shown.includes(id)
export const markShown = (id: string): void => storeId('shown', id)

function storeId(list: keyof ReadState, id: string): void {
  const before = useReadState.getState()[list]
  if (before.includes(id)) return
  const after = [...before, id].slice(-maxRemembered)
  useReadState.setState({ [list]: after })
  try {
    localStorage.setItem(stored[list], JSON.stringify(after))
  } catch {
    // Storage may be forbidden by the browser: the state is then lost on reload.
  }
}

function readList(list: keyof ReadState): readonly string[] {
  try {
    const read = v.safeParse(Ids, JSON.parse(localStorage.getItem(stored[list]) ?? '[]'))
    return read.success ? read.output : []
  } catch {
    return []
  }
}
