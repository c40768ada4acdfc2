import { Task, type TaskLine, TaskLineOfTask } from '@koedana/contract/tasks.ts'
import * as v from 'valibot'
import type { StreamEvent } from '../lib/event-stream.rules.ts'

export type TaskEvent =
  | { readonly about: 'task'; readonly task: Task }
  | { readonly about: 'line'; readonly taskId: string; readonly line: TaskLine }

/** Returns undefined for unknown events, which a newer server may send. */
export function parseTaskEvent({ name, data }: StreamEvent): TaskEvent | undefined {
  if (name === 'task') {
    const task = v.safeParse(Task, readJson(data))
    return task.success ? { about: 'task', task: task.output } : undefined
  }
  if (name !== 'line') return undefined
  const read = v.safeParse(TaskLineOfTask, readJson(data))
  if (!read.success) return undefined
  const { task: taskId, ...line } = read.output
  return { about: 'line', taskId, line }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
