/** Starts tasks, from the dashboard and from the palette. */
import { createTask, type Task, type TaskOrder } from '@koedana/contract/tasks.ts'
import type { TaskKind } from '@koedana/contract/values.ts'
import { call } from '../../../domain/api.ts'
import { translate } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { queryClient } from '../../../lib/query-client.ts'

/** All keys of tasks begin with it, so that one word makes everything ask again. */
export const tasksKey = ['admin', 'tasks'] as const
export const latestKey = (kind: TaskKind) => [...tasksKey, 'latest', kind] as const

/** Returns the new task; a refusal is shown in a notice and thrown. */
export async function startTask(order: TaskOrder): Promise<Task> {
  try {
    const task = await call(createTask, { body: order })
    notify(translate(said[order.kind]), 'positive')
    queryClient.setQueryData(latestKey(order.kind), task)
    return task
  } finally {
    // This runs after a refusal, too: somebody else's task may be at work.
    void queryClient.invalidateQueries({ queryKey: tasksKey })
  }
}

const said = {
  sync_works: 'message.syncCreated',
  refresh_works: 'message.refreshCreated',
  clean_works: 'message.cleanCreated',
  measure_sounds: 'taskKind.measure_sounds',
  make_backup: 'taskKind.make_backup',
} as const
