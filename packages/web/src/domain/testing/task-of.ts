import type { Task } from '@koedana/contract/tasks.ts'

export const taskOf = (reported: Partial<Task>): Task => ({
  id: 'task-1',
  kind: 'sync_works',
  status: 'running',
  options: {},
  retryOf: null,
  startedBy: 'haruka',
  phase: 'storages',
  current: null,
  wait: null,
  progress: { done: 0, total: null, failed: 0, skipped: 0 },
  rate: null,
  secondsLeft: null,
  summary: {},
  error: null,
  createdAt: '2026-11-21T04:00:00.000Z',
  startedAt: '2026-11-21T04:00:00.100Z',
  endedAt: null,
  ...reported,
})
