/** Reads what a task says about itself. */
import {
  CleanOptions,
  type Task,
  type TaskLine,
  type TaskOutcome,
  type TaskPhase,
  type TaskThing,
  taskOutcomes,
  taskPhases,
  taskThings,
} from '@koedana/contract/tasks.ts'
import * as v from 'valibot'

export const isAtWork = ({ status }: Pick<Task, 'status'>): boolean =>
  status === 'ready' || status === 'running' || status === 'stopping'

/** 0 to 1; null while nobody knows how much there is. What is at work is never shown as done. */
export function shareDone({ status, progress }: Pick<Task, 'status' | 'progress'>): number | null {
  if (status === 'finished') return 1
  if (progress.total === null) return isAtWork({ status }) ? null : 0
  if (progress.total <= 0) return 0
  return Math.min(isAtWork({ status }) ? 0.99 : 1, progress.done / progress.total)
}

/** Returns seconds from its start to its end, or until now. Null before it has started. */
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

/** Returns the way of its kind, and where on it the task is or came to its end. */
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

/** Returns the phase as far as we have a word for it. */
export const phaseOf = ({ kind, phase: reported }: Pick<Task, 'kind' | 'phase'>): TaskPhase | undefined => {
  const phases: readonly TaskPhase[] = taskPhases[kind]
  return phases.find((phase) => phase === reported)
}

interface OutcomeCount {
  readonly outcome: TaskOutcome
  readonly count: number
}

export interface ThingCounts {
  readonly thing: TaskThing
  /** The outcomes, in the usual order. */
  readonly counts: readonly OutcomeCount[]
}

/** Works first; what nothing happened to is left out. */
export function summaryOf({ summary }: Pick<Task, 'summary'>): readonly ThingCounts[] {
  const countsOf = (thing: TaskThing) =>
    taskOutcomes
      .map((outcome) => ({
        outcome,
        count: summary[thing === 'works' ? outcome : `${thing}.${outcome}`] ?? 0,
      }))
      .filter(({ count }) => count > 0)
  return taskThings
    .map((thing) => ({ thing, counts: countsOf(thing) }))
    .filter(({ counts }) => counts.length > 0)
}

/** Summarises in few words: what is there as it was is left out, unless there is nothing else. */
export function briefSummaryOf(task: Pick<Task, 'summary'>): readonly ThingCounts[] {
  const all = summaryOf(task)
  const changed = all
    .map(({ thing, counts }) => ({ thing, counts: counts.filter(({ outcome }) => outcome !== 'unchanged') }))
    .filter(({ counts }) => counts.length > 0)
  return changed.length > 0 ? changed : all
}

/** A clean task only lists by default. */
export function isDryRun({ kind, options }: Pick<Task, 'kind' | 'options'>): boolean {
  if (kind === 'move_in') return options.dryRun === true
  return kind === 'clean_works' && cleanOptionsOf({ options }).dryRun !== false
}

export function cleanOptionsOf({ options }: Pick<Task, 'options'>): CleanOptions {
  const read = v.safeParse(CleanOptions, options)
  return read.success ? read.output : {}
}

/** A run that only listed, and found something to do. */
export const hasPlanned = (task: Pick<Task, 'kind' | 'options' | 'status' | 'summary'>): boolean =>
  isDryRun(task) &&
  task.status === 'finished' &&
  summaryOf(task).some(({ counts }) => counts.some(({ outcome }) => outcome === 'planned'))

/** A clean task that failed while it looked at the disks: too much would have been lost, and it asks first. */
export const hasStoppedAtDisks = ({
  kind,
  status,
  phase,
}: Pick<Task, 'kind' | 'status' | 'phase'>): boolean =>
  kind === 'clean_works' && status === 'failed' && phase === 'storages'

/** Returns what a further try would take up: the items that failed, or all of a task that came to an early end. */
export function retryOf({
  status,
  progress,
}: Pick<Task, 'status' | 'progress'>): 'failures' | 'whole' | undefined {
  if (isAtWork({ status })) return undefined
  if (progress.failed > 0) return 'failures'
  return status === 'finished' ? undefined : 'whole'
}

/** A response may overtake an event: what has ended does not come back to work. A task taken up again may be less far. */
export function later(known: Task | undefined, reported: Task): Task {
  if (!known || known.id !== reported.id) return reported
  return !isAtWork(known) && isAtWork(reported) ? known : reported
}

/** More would slow the page down; the older ones are in the server's own log. */
export const mostLines = 2_000

/** Returns each line once, in order. */
export function mergeLines(known: readonly TaskLine[], reported: readonly TaskLine[]): readonly TaskLine[] {
  const last = known.at(-1)?.seq ?? -1
  const newer = reported.filter(({ seq }) => seq > last)
  return newer.length === 0 ? known : [...known, ...newer].slice(-mostLines)
}
