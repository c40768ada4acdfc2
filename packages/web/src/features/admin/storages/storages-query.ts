import {
  deleteStorage,
  listStorages,
  type Storage,
  type StorageChange,
  scanStorage,
  updateStorage,
} from '@koedana/contract/storages.ts'
import { SyncOptions, type Task } from '@koedana/contract/tasks.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '../../../domain/api.ts'
import { translate } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { isAtWork } from '../tasks/task.rules.ts'
import { latestKey, tasksKey } from '../tasks/tasks-query.tsx'

export const storagesKey = ['admin', 'storages'] as const

export const storagesQuery = () =>
  queryOptions({
    queryKey: storagesKey,
    queryFn: ({ signal }) => call(listStorages, {}, signal),
  })

export function nameOf({ name, root, settings }: Pick<Storage, 'name' | 'root' | 'settings'>): string {
  if (name) return name
  if (settings.kind === 'drive') return settings.path || titleCase(settings.provider)
  if (settings.kind === 's3') return [settings.bucket, settings.prefix].filter(Boolean).join('/')
  return settings.kind === 'webdav' ? settings.url.replace(/^https?:\/\//, '') : root
}

/** Returns the location if the name does not contain it; otherwise an empty string. */
export function addressOf({ name, root, settings }: Pick<Storage, 'name' | 'root' | 'settings'>): string {
  if (settings.kind === 's3') return settings.endpoint.replace(/^https?:\/\//, '')
  return name ? root : ''
}

/** Formats `google_drive` as `Google Drive`. */
const titleCase = (provider: string) =>
  provider.replaceAll('_', ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())

/** Returns whether this task reads that storage, now or later. */
export function isReadBy(task: Task, { id, enabled }: Pick<Storage, 'id' | 'enabled'>): boolean {
  if (task.kind !== 'sync_works' || !isAtWork(task) || !enabled) return false
  if (task.phase !== null && task.phase !== 'storages') return false
  const options = v.safeParse(SyncOptions, task.options)
  if (!options.success) return false
  const { sources, storages } = options.output
  return sources?.includes('storages') !== false && storages?.includes(id) !== false
}

/** Returns the actions on storages. Failures are shown in a notice; then the list is reloaded. */
export function useStorageActs() {
  const client = useQueryClient()
  const after = async (act: () => Promise<unknown>) => {
    try {
      await act()
    } catch {
      // The caller of the server shows the notice.
    } finally {
      await client.invalidateQueries({ queryKey: storagesKey })
    }
  }
  return {
    change: (id: string, body: StorageChange) => after(() => call(updateStorage, { params: { id }, body })),
    remove: (id: string) =>
      after(async () => {
        await call(deleteStorage, { params: { id } })
        notify(translate('message.storageRemoved'), 'positive')
      }),
    scan: (id: string, acceptLoss = false) =>
      after(async () => {
        const { task } = await call(scanStorage, { params: { id }, body: acceptLoss ? { acceptLoss } : {} })
        if (task) client.setQueryData(latestKey('sync_works'), task)
        notify(translate(task ? 'message.storageScan' : 'message.storageScanLater'), 'positive')
        await client.invalidateQueries({ queryKey: tasksKey })
      }),
  }
}
