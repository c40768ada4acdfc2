import { expect, test } from 'vitest'
import { parseTaskEvent } from './task-events.rules.ts'
import { taskOf } from './testing/task-of.ts'

test('a task comes whole', () => {
  const task = taskOf({ status: 'finished' })
  expect(parseTaskEvent({ name: 'task', data: JSON.stringify(task) })).toEqual({ about: 'task', task })
})

test('a line comes with the task it belongs to', () => {
  const line = { seq: 4, at: '2026-11-21T04:00:01.000Z', level: 'warn', text: 'one folder cannot be read' }
  expect(parseTaskEvent({ name: 'line', data: JSON.stringify({ ...line, task: 'task-1' }) })).toEqual({
    about: 'line',
    taskId: 'task-1',
    line,
  })
})

test('what this page does not understand is passed over', () => {
  const reported = [
    { name: 'task', data: '{"id":"half' },
    { name: 'task', data: '{"id":"task-1"}' },
    { name: 'line', data: '{"task":"task-1"}' },
    { name: 'weather', data: '{}' },
  ]
  expect(reported.map(parseTaskEvent)).toEqual([undefined, undefined, undefined, undefined])
})
