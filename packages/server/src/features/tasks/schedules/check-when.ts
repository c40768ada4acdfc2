/** What a schedule says of its times, refused if it can never come true. */
import { AppError } from '../../../lib/app-error.ts'
import { cronFaultOf, isTimeZone, type When } from './schedule.rules.ts'

/** `part`: where they were said. Throws `malformed` for a zone nobody knows, `cronRefused` with the reason. */
export function checkWhen({ cron, timeZone }: When, part: 'body' | 'query', now: Date): void {
  if (!isTimeZone(timeZone)) {
    throw new AppError('malformed', { fields: { [`${part}.timeZone`]: 'timeZoneUnknown' } })
  }
  const fault = cronFaultOf(cron, now)
  if (fault) throw new AppError('cronRefused', { fields: { [`${part}.cron`]: fault } })
}
