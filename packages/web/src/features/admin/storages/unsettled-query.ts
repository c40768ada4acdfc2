import {
  type FolderDecision,
  type FolderReason,
  type FolderState,
  listUnsettledFolders,
  settleFolder,
  settleFolders,
  type UnsettledFolder,
  unsettleFolder,
} from '@koedana/contract/folders.ts'
import type { Task } from '@koedana/contract/tasks.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../domain/api.ts'
import { translate } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { latestKey, tasksKey } from '../tasks/tasks-query.tsx'
import { storagesKey } from './storages-query.ts'

/** There may be ten thousand folders, which are settled page by page. */
export const unsettledPerPage = 100

/** Storages link to this anchor if they have such folders. */
export const unsettledAnchor = 'unsettled'

export interface UnsettledSearch {
  readonly state: FolderState
  readonly reason: FolderReason | undefined
  readonly page: number
}

export const unsettledQuery = ({ state, reason, page }: UnsettledSearch) =>
  queryOptions({
    queryKey: [...storagesKey, 'unsettled', state, reason, page],
    queryFn: ({ signal }) =>
      call(listUnsettledFolders, { query: { state, reason, page, pageSize: unsettledPerPage } }, signal),
    placeholderData: keepPreviousData,
  })

/** A folder without playable files cannot become a work. */
export const canBePlayed = ({ reason }: Pick<UnsettledFolder, 'reason'>): boolean =>
  reason !== 'noSound' && reason !== 'unplayable'

/** Returns functions that settle folders. On failure they show a notice and throw. */
export function useSettling() {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const after = async (act: Promise<{ readonly task: Task | null }>) => {
    setBusy(true)
    try {
      const { task } = await act
      if (task) client.setQueryData(latestKey('sync_works'), task)
      notify(translate(task ? 'message.folderSettled' : 'message.folderSettledLater'), 'positive')
    } finally {
      setBusy(false)
      await client.invalidateQueries({ queryKey: storagesKey })
      await client.invalidateQueries({ queryKey: tasksKey })
    }
  }
  return {
    isBusy,
    settle: ({ id }: Pick<UnsettledFolder, 'id'>, body: FolderDecision) =>
      after(call(settleFolder, { params: { id }, body })),
    settleAll: (folders: readonly Pick<UnsettledFolder, 'id'>[], decision: 'own' | 'ignored') =>
      after(call(settleFolders, { body: { ids: folders.map(({ id }) => id), decision } })),
    takeBack: ({ id }: Pick<UnsettledFolder, 'id'>) => after(call(unsettleFolder, { params: { id } })),
  }
}
