import { createTask, type TaskOrder } from '@koedana/contract/tasks.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { translate } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { latestKey, tasksKey } from './tasks-query.ts'

/** Answers the new task; a refusal is told by a notice and thrown. */
export function useStartTask() {
  const client = useQueryClient()
  return (order: TaskOrder) => startTask(client, order)
}

async function startTask(client: QueryClient, order: TaskOrder) {
  try {
    const task = await call(createTask, { body: order })
    notify(translate(said[order.kind]), 'positive')
    client.setQueryData(latestKey(order.kind), task)
    return task
  } finally {
    // Also after a refusal: somebody else's task may be at work.
    void client.invalidateQueries({ queryKey: tasksKey })
  }
}

const said = {
  sync_works: 'message.syncCreated',
  refresh_works: 'message.refreshCreated',
  clean_works: 'message.cleanCreated',
} as const
