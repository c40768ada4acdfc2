import {
  CleanOptions,
  type Task,
  type TaskItemKind,
  type TaskLine,
  type TaskOutcome,
  type TaskPhase,
  taskItemKinds,
  taskOutcomes,
  taskPhases,
} from '@koedana/contract/tasks.ts'
import * as v from 'valibot'

export const isAtWork = ({ status }: Pick<Task, 'status'>): boolean =>
  status === 'ready' || status === 'running' || status === 'stopping'

/** Returns 0 to 1; null while the total is unknown. A running task never shows 1. */
export function progressOf({ status, progress }: Pick<Task, 'status' | 'progress'>): number | null {
  if (status === 'finished') return 1
  if (progress.total === null) return isAtWork({ status }) ? null : 0
  if (progress.total <= 0) return 0
  return Math.min(isAtWork({ status }) ? 0.99 : 1, progress.done / progress.total)
}

/** Returns the seconds from start to end, or until now; null if the task has not started. */
export function secondsTaken(
  { startedAt, endedAt }: Pick<Task, 'startedAt' | 'endedAt'>,
  now: Date,
): number | null {
  if (startedAt === null) return null
  const end = endedAt === null ? now.getTime() : Date.parse(endedAt)
  return Math.max(0, (end - Date.parse(startedAt)) / 1000)
}

export interface PhaseStep {
  readonly phase: TaskPhase
  readonly state: 'done' | 'now' | 'stopped' | 'waiting'
}

/** Returns the phases of the task's kind with their state. */
export function phaseSteps(task: Pick<Task, 'kind' | 'phase' | 'status'>): readonly PhaseStep[] {
  const phases: readonly TaskPhase[] = taskPhases[task.kind]
  const now = phaseOf(task)
  const at = now === undefined ? -1 : phases.indexOf(now)
  return phases.map((phase, index) => {
    if (task.status === 'finished' || index < at) return { phase, state: 'done' }
    if (index > at) return { phase, state: 'waiting' }
    return { phase, state: isAtWork(task) ? 'now' : 'stopped' }
  })
}

/** Returns undefined for a phase that this client does not know. */
export const phaseOf = ({ kind, phase: reported }: Pick<Task, 'kind' | 'phase'>): TaskPhase | undefined => {
  const phases: readonly TaskPhase[] = taskPhases[kind]
  return phases.find((phase) => phase === reported)
}

interface OutcomeCount {
  readonly outcome: TaskOutcome
  readonly count: number
}

export interface ThingCounts {
  readonly thing: TaskItemKind
  /** The outcomes, in a fixed order. */
  readonly counts: readonly OutcomeCount[]
}

/** Returns the counts by kind of item, works first; empty kinds are omitted. */
export function summaryOf({ summary }: Pick<Task, 'summary'>): readonly ThingCounts[] {
  const countsOf = (thing: TaskItemKind) =>
    taskOutcomes
      .map((outcome) => ({
        outcome,
        count: summary[thing === 'works' ? outcome : `${thing}.${outcome}`] ?? 0,
      }))
      .filter(({ count }) => count > 0)
  return taskItemKinds
    .map((thing) => ({ thing, counts: countsOf(thing) }))
    .filter(({ counts }) => counts.length > 0)
}

/** Returns a short summary: omits unchanged items, unless there is nothing else. */
export function briefSummaryOf(task: Pick<Task, 'summary'>): readonly ThingCounts[] {
  const all = summaryOf(task)
  const changed = all
    .map(({ thing, counts }) => ({ thing, counts: counts.filter(({ outcome }) => outcome !== 'unchanged') }))
    .filter(({ counts }) => counts.length > 0)
  return changed.length > 0 ? changed : all
}

/** Returns whether the task only lists its changes, which is the default of clean tasks. */
export function isDryRun({ kind, options }: Pick<Task, 'kind' | 'options'>): boolean {
  if (kind === 'move_in') return options.dryRun === true
  return kind === 'clean_works' && cleanOptionsOf({ options }).dryRun !== false
}

export function cleanOptionsOf({ options }: Pick<Task, 'options'>): CleanOptions {
  const read = v.safeParse(CleanOptions, options)
  return read.success ? read.output : {}
}

/** Returns whether a dry run has finished and found changes. */
export const isDryRunWithChanges = (task: Pick<Task, 'kind' | 'options' | 'status' | 'summary'>): boolean =>
  isDryRun(task) &&
  task.status === 'finished' &&
  summaryOf(task).some(({ counts }) => counts.some(({ outcome }) => outcome === 'planned'))

/** Returns whether a clean task stopped at the storages, because too many files were missing; it asks for confirmation. */
export const hasStoppedAtDisks = ({
  kind,
  status,
  phase,
}: Pick<Task, 'kind' | 'status' | 'phase'>): boolean =>
  kind === 'clean_works' && status === 'failed' && phase === 'storages'

/** Returns what a retry covers: the failed items, or the whole task if it ended early. */
export function retryScopeOf({
  status,
  progress,
}: Pick<Task, 'status' | 'progress'>): 'failures' | 'whole' | undefined {
  if (isAtWork({ status })) return undefined
  if (progress.failed > 0) return 'failures'
  return status === 'finished' ? undefined : 'whole'
}

/**
 * Returns the more recent state. A response may overtake an event, so a finished task never becomes a running one. Progress may decrease
 * after a restart.
 */
export function moreRecentTask(known: Task | undefined, reported: Task): Task {
  if (!known || known.id !== reported.id) return reported
  return !isAtWork(known) && isAtWork(reported) ? known : reported
}

/** More lines would slow the page down; older ones are in the server's log. */
export const maxLines = 2_000

/** Appends new lines in order, without duplicates. */
export function mergeLines(known: readonly TaskLine[], reported: readonly TaskLine[]): readonly TaskLine[] {
  const last = known.at(-1)?.seq ?? -1
  const newer = reported.filter(({ seq }) => seq > last)
  return newer.length === 0 ? known : [...known, ...newer].slice(-maxLines)
}
