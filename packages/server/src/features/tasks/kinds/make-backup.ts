/** Implements `make_backup`: creates a backup and deletes those outside the retention. */
import { BackupOptions } from '@koedana/contract/tasks.ts'
import * as v from 'valibot'
import { CodedError } from '../../../lib/messages/coded-error.ts'
import type { Backups } from '../../backup/backups.ts'
import { defaultRetention } from '../../backup/retention.rules.ts'
import { JobFailed, type RunKind } from '../run/job.ts'
import { type Phase, runPhases } from './phases.ts'

export const createMakeBackup =
  (backups: Backups): RunKind =>
  (job) =>
    runPhases(job, [makeOne(backups)])

const makeOne = (backups: Backups): Phase => ({
  name: 'backup',
  run: async ({ job, state, step }) => {
    // The backup was finished before the server stopped, so it is not repeated.
    if (state !== null) return
    const {
      withoutCovers = false,
      keepDays = defaultRetention.days,
      keepWeeks = defaultRetention.weeks,
    } = v.parse(BackupOptions, job.options)
    const name = backups.nameNow()
    const made = await backups
      .make({ name, withCovers: !withoutCovers, signal: job.signal, onPart: job.at })
      .catch((cause: unknown) => {
        throw cause instanceof CodedError ? new JobFailed(cause.said) : cause
      })
    const { rows, covers, sizeBytes } = made
    const megabytes = Math.round(sizeBytes / 1e5) / 10
    job.note('info', { code: 'backup.made', values: { name, rows, covers, megabytes } })
    const gone = await backups.thin({ days: keepDays, weeks: keepWeeks })
    const file = (item: string, outcome: 'added' | 'removed') => ({ item, thing: 'files' as const, outcome })
    await step(async () => ({
      state: { name },
      left: 0,
      items: [file(name, 'added'), ...gone.map((one) => file(one, 'removed'))],
    }))
  },
})
