/** Defines what all phases of a cleanup share: sources, options, and steps over a list. */

import type { TaskItemKind, TaskOutcome, TaskReason } from '@koedana/contract/tasks.ts'
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

export interface CleanContext extends CleanSources {
  readonly consent: Consent
}

export const perStep = 50

export interface CleanedItem {
  readonly item: string
  readonly thing: Extract<TaskItemKind, 'works' | 'files' | 'entities'>
  readonly name: string
  readonly outcome: Extract<TaskOutcome, 'trashed' | 'removed'>
  readonly reason: TaskReason
}

/** Changes the outcome to `planned` in a dry run. */
export const reportItem = ({ consent }: CleanContext, done: CleanedItem): ReportedItem =>
  consent.dryRun ? { ...done, outcome: 'planned' } : done

/** An item of a list that `inSteps` processes. */
export interface ListItem<T> {
  /** Unique position in the list. Items are processed in text order of their keys. */
  readonly sortKey: string
  readonly item: T
}

export interface Steps<T> {
  readonly items: readonly ListItem<T>[]
  readonly perStep: number
  /** Checks the items outside the transaction, then returns the function that writes inside it. */
  readonly act: (some: readonly T[]) => Promise<(tx: Db) => Promise<readonly ReportedItem[]>>
  /**
   * Does the work outside the database after a step is committed. Must be idempotent, since a resumed task runs it again for the last
   * step.
   */
  readonly afterwards?: (sortKeys: readonly string[]) => Promise<void>
}

/** Pads numbers, so that text order equals numeric order. */
export const sortKeyOf = (key: number): string => String(key).padStart(10, '0')

export async function processInSteps<T>(
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

/** The sort keys of the last step. Stored checkpoints use the name `places`, so it must not change. */
const State = v.object({ places: v.array(v.string()) })
