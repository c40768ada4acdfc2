import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { TaskOrder } from './tasks.ts'
import { RecordId } from './users.ts'

/** Five fields, minutes first. */
export const Cron = v.pipe(
  v.string('textExpected'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(100, 'textTooLong'),
)

/** An IANA name, such as `Asia/Tokyo`. */
export const TimeZone = v.pipe(v.string('textExpected'), v.maxLength(64, 'textTooLong'))

export const Schedule = v.object({
  id: v.string(),
  order: TaskOrder,
  cron: v.string(),
  timeZone: v.string(),
  enabled: v.boolean(),
  /** The schedule in the user's language: "At 04:00 AM, every day". */
  sentence: v.string(),
  /** Null while it is disabled. */
  nextAt: v.nullable(v.string()),
  lastStartedAt: v.nullable(v.string()),
})
export type Schedule = v.InferOutput<typeof Schedule>

const ScheduleId = v.object({ id: RecordId })

export const listSchedules = endpoint({
  method: 'GET',
  path: '/admin/schedules',
  access: 'admin',
  rate: 'read',
  summary: 'List schedules',
  response: v.object({ items: v.array(Schedule) }),
})

export const previewSchedule = endpoint({
  method: 'GET',
  path: '/admin/schedules/preview',
  access: 'admin',
  rate: 'read',
  summary: 'Preview a cron expression',
  description: 'Its description and next times.',
  query: v.object({ cron: Cron, timeZone: v.optional(TimeZone) }),
  response: v.object({ sentence: v.string(), next: v.array(v.string()) }),
})

export const NewSchedule = v.object({
  order: TaskOrder,
  cron: Cron,
  /** Default UTC. */
  timeZone: v.optional(TimeZone),
  enabled: v.optional(v.boolean()),
})

export const createSchedule = endpoint({
  method: 'POST',
  path: '/admin/schedules',
  access: 'admin',
  rate: 'write',
  status: 201,
  summary: 'Create a schedule',
  description: '422 if the expression never fires.',
  body: NewSchedule,
  response: Schedule,
})

export const updateSchedule = endpoint({
  method: 'PATCH',
  path: '/admin/schedules/:id',
  access: 'admin',
  rate: 'write',
  summary: 'Change a schedule',
  description: 'Absent fields stay unchanged.',
  params: ScheduleId,
  body: v.partial(NewSchedule),
  response: Schedule,
})

export const deleteSchedule = endpoint({
  method: 'DELETE',
  path: '/admin/schedules/:id',
  access: 'admin',
  rate: 'write',
  summary: 'Delete a schedule',
  params: ScheduleId,
})
