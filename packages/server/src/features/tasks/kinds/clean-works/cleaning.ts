/** What every phase of a clean task works with. */
import type { TaskOutcome, TaskReason, TaskThing } from '@koedana/contract/tasks.ts'
import type { Database } from '../../../../db/open.ts'
import type { ReportedItem } from '../../job.ts'
import type { Consent } from './clean.rules.ts'

export interface CleanSources {
  readonly database: Database
  readonly coversFolder: string
}

export interface Cleaning extends CleanSources {
  readonly consent: Consent
}

/** A step has at most so many items. */
export const perStep = 50

export interface Done {
  readonly item: string
  readonly thing: Extract<TaskThing, 'works' | 'files' | 'entities'>
  readonly name: string
  readonly outcome: Extract<TaskOutcome, 'trashed' | 'removed'>
  readonly reason: TaskReason
}

/** The same item, as a dry run tells of it. */
export const reportItem = ({ consent }: Cleaning, done: Done): ReportedItem =>
  consent.dryRun ? { ...done, outcome: 'planned' } : done
