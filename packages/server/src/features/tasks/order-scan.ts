/** The task that looks through the folders and asks nobody else. */
import type { SyncOptions } from '@koedana/contract/tasks.ts'
import type { Db } from '../../db/schema.ts'
import { insertTask, type NewTask } from './task.store.ts'

/** Nothing where one of its kind waits or is at work: that one finds the folders too. Wake the tasks once it is written. */
export async function orderScan(tx: Db, by: Pick<NewTask, 'userKey' | 'at'>): Promise<void> {
  const options: SyncOptions = { sources: ['storages'], localOnly: true }
  await insertTask(tx, { ...by, kind: 'sync_works', options, retryOfKey: null })
}
