/** Every phase of a clean task works with this. */

import type { TaskOutcome, TaskReason, TaskThing } from '@koedana/contract/tasks.ts'
import * as v from 'valibot'
import type { Database } from '../../../../db/open.ts'
import type { Db } from '../../../../db/schema.ts'
import { chunksOf } from '../../../../db/statements.ts'
import type { OpenStorage } from '../../../storages/open-storages.ts'
import type { ReportedItem } from '../../run/job.ts'
import type { PhaseContext } from '../phases.ts'
import type { Consent } from './clean.rules.ts'

export interface CleanSources {
  readonly database: Database
  readonly coversFolder: string
  readonly openStorage: OpenStorage
}

export interface Cleaning extends CleanSources {
  readonly consent: Consent
}

/** The most items of a step. */
export const perStep = 50

export interface Done {
  readonly item: string
  readonly thing: Extract<TaskThing, 'works' | 'files' | 'entities'>
  readonly name: string
  readonly outcome: Extract<TaskOutcome, 'trashed' | 'removed'>
  readonly reason: TaskReason
}

/** Returns the same item as a dry run reports it. */
export const reportItem = ({ consent }: Cleaning, done: Done): ReportedItem =>
  consent.dryRun ? { ...done, outcome: 'planned' } : done

/** Works through a list in steps of a few items, going on behind the last one that a step was done with. */
export interface Listed<T> {
  /** The position in the list: no two are the same, and as texts they sort as the work goes. */
  readonly sortKey: string
  readonly item: T
}

export interface Steps<T> {
  readonly items: readonly Listed<T>[]
  readonly perStep: number
  /** May look around before it returns what to do inside the step's own transaction. */
  readonly act: (some: readonly T[]) => Promise<(tx: Db) => Promise<readonly ReportedItem[]>>
  /** Does what no transaction holds, once a step is written; done again if it was cut short. */
  readonly afterwards?: (sortKeys: readonly string[]) => Promise<void>
}

/** Sort keys of numbers sort as numbers do. */
export const sortKeyOf = (key: number): string => String(key).padStart(10, '0')

export async function inSteps<T>(
  context: PhaseContext,
  { items, perStep, act, afterwards }: Steps<T>,
): Promise<void> {
  const sortKeys = v.is(State, context.state) ? context.state.places : []
  await afterwards?.(sortKeys)
  const after = sortKeys.at(-1) ?? ''
  const left = items.filter(({ sortKey }) => sortKey > after).sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1))
  let done = 0
  for (const some of chunksOf(left, perStep)) {
    const write = await act(some.map(({ item }) => item))
    done += some.length
    const state = { places: some.map(({ sortKey }) => sortKey) }
    await context.step(async (tx) => ({ state, left: left.length - done, items: await write(tx) }))
    await afterwards?.(state.places)
  }
}

/** The sort keys that the last step left. The word `sortKeys` is in stored checkpoints, so it stays. */
const State = v.object({ places: v.array(v.string()) })
