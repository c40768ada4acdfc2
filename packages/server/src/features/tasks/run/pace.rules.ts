/**
 * Computes the speed of a task from samples of the last minute. The samples are stored with the task, so that all servers show the
 * same.
 */

import { taskItemKinds, taskOutcomes } from '@koedana/contract/tasks.ts'
import * as v from 'valibot'
import type { Counts, Step } from './job.ts'

/** Samples of Unix time in milliseconds and items done by then, oldest first. */
export type Pace = readonly (readonly [at: number, done: number])[]

const minuteMs = 60_000
/** Milliseconds between samples. About fifteen of them cover a minute. */
const betweenMs = 4_000
/** A shorter period is too short to compute a rate. */
const shortestMs = 1_000

const Marks = v.array(v.tuple([v.number(), v.number()]))

export const readPace = (text: string | null): Pace => v.parse(Marks, JSON.parse(text ?? '[]'))

/** Adds a sample if the last one is old enough. The latest sample older than a minute is kept. */
export function addSample(pace: Pace, at: number, done: number): Pace {
  const last = pace.at(-1)
  if (last && at - last[0] < betweenMs) return pace
  return [...withinMinute(pace, at), [at, done]]
}

/** Returns items per second over the last minute, or null if there is too little data. */
export function rateOf(pace: Pace, at: number, done: number): number | null {
  const [first] = withinMinute(pace, at)
  if (!first || at - first[0] < shortestMs) return null
  return Math.round(((done - first[1]) / (at - first[0])) * 1_000 * 100) / 100
}

/** Returns whole seconds, or null if the total or the rate is unknown. */
export function secondsLeft(rate: number | null, done: number, total: number | null): number | null {
  if (!rate || total === null || total < done) return null
  return Math.ceil((total - done) / rate)
}

function withinMinute(pace: Pace, at: number): Pace {
  const start = pace.findLastIndex(([mark]) => at - mark >= minuteMs)
  return start < 0 ? pace : pace.slice(start)
}

/** Counts of items by outcome. */
const Summary = v.record(v.string(), v.number())

export const readSummary = (text: string): Counts => v.parse(Summary, JSON.parse(text))

export interface SummaryTotals {
  readonly summary: Counts
  /** Failures of all kinds of items together. */
  readonly failed: number
  readonly skipped: number
}

/** Adds counts, in the order of things and outcomes. Zero counts are left out. */
export function addCounts(before: Counts, more: Counts): SummaryTotals {
  const summary: Record<string, number> = {}
  const totals = { failed: 0, skipped: 0 }
  for (const thing of taskItemKinds) {
    for (const outcome of taskOutcomes) {
      const key = thing === 'works' ? outcome : `${thing}.${outcome}`
      const count = (before[key] ?? 0) + (more[key] ?? 0)
      if (count > 0) summary[key] = count
      if (outcome === 'failed' || outcome === 'skipped') totals[outcome] += count
    }
  }
  return { summary, ...totals }
}

/** A new phase without a total makes the total unknown. */
export function totalAfter(
  before: { readonly phase: string | null; readonly total: number | null },
  { phase, total }: Step,
): number | null {
  if (total !== undefined) return total
  return phase === before.phase ? before.total : null
}
