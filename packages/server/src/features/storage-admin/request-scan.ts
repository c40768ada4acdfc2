import type { SyncOptions, Task } from '@koedana/contract/tasks.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { orderTask, type TaskApiSources } from '../tasks/tasks.api.ts'
import { saveScanRequests } from './storage-admin.store.ts'

/** Returns null if the scan must wait; `features/storage-watch` starts it as soon as possible. */
export async function requestScan(
  sources: TaskApiSources,
  storageKeys: readonly number[],
  context: Context,
): Promise<Task | null> {
  const storages = storageKeys.map(String)
  const options: SyncOptions = { sources: ['storages'], localOnly: true, storages }
  const by = { userKey: context.person?.userKey ?? null, retryOfKey: null }
  try {
    return await orderTask(sources, { kind: 'sync_works', options, ...by }, context)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'taskAtWork')) throw error
    await saveScanRequests(sources.write, storageKeys, sources.now().toISOString())
    return null
  }
}
