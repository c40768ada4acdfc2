/** Fills every page of the dashboard: finished tasks, schedules and trash. */

import { deleteWork, updateWork } from '@koedana/contract/editing.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import { createSchedule } from '@koedana/contract/schedules.ts'
import { updateSiteSettings } from '@koedana/contract/site-settings.ts'
import { createTask, getTask } from '@koedana/contract/tasks.ts'
import { clientAs } from './api.ts'

/** Returns the path of the report of a clean-up that only listed. */
export async function busyServer(origin: string, token: string): Promise<string> {
  const call = clientAs(origin, token)
  // No traffic leaves the machine.
  await call(updateSiteSettings, { body: { marketplace: { enabled: false } } })
  // A watched folder may already have started a sync.
  const sync = { kind: 'sync_works' as const, options: { sources: ['feeds' as const] } }
  await call(createTask, { body: sync }).catch(unlessAtWork)
  await leaveLooseGenre(origin, token)
  const { id } = await call(createTask, { body: { kind: 'clean_works' } })
  const timeZone = 'Asia/Tokyo'
  const nightly = { order: { kind: 'sync_works' as const }, cron: '0 4 * * *', timeZone }
  const odd = { order: { kind: 'clean_works' as const }, cron: '*/30 22 * * 6,7', timeZone, enabled: false }
  for (const body of [nightly, odd]) await call(createSchedule, { body })
  await call(deleteWork, { params: { id: 'RJ90000055' } })
  for (let task = await call(getTask, { params: { id } }); task.endedAt === null; ) {
    task = await call(getTask, { params: { id } })
  }
  return `/admin/tasks/${id}`
}

/** Creates a genre without works, which the clean-up removes. */
export async function leaveLooseGenre(origin: string, token: string): Promise<void> {
  const call = clientAs(origin, token)
  const params = { id: 'RJ90000031' }
  await call(updateWork, { params, body: { values: { genres: [{ name: '霧の朝' }] } } })
  await call(updateWork, { params, body: { values: { genres: [] } } })
}

function unlessAtWork(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 409)) throw error
}
