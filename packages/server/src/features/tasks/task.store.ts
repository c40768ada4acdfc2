/** Stores the status of tasks. Each transition is one statement, so that only one of several processes makes it. */
import type { TaskKind, TaskStatus } from '@koedana/contract/values.ts'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { maxLeaseEnd } from '../../db/clock.ts'
import type { Db, Schema } from '../../db/schema.ts'
import type { TaskTable } from '../../db/tables/tasks.ts'
import { newId } from '../../lib/ids.ts'
import { type Act, listAllowedStatuses, nextStatus } from './lifecycle.rules.ts'
import type { RetriedItem } from './run/job.ts'
import type { Pace } from './run/pace.rules.ts'

export type TaskRow = Selectable<TaskTable>

export interface NewTask {
  readonly kind: TaskKind
  /** Options as requested, a JSON value. */
  readonly options: unknown
  readonly userKey: number | null
  readonly retryOfKey: number | null
  readonly at: string
}

/** Returns undefined if another task of this kind has not ended. */
export function insertTask(tx: Db, task: NewTask): Promise<TaskRow | undefined> {
  return tx
    .insertInto('task')
    .values({
      id: newId(),
      kind: task.kind,
      status: 'ready',
      options: JSON.stringify(task.options),
      user_key: task.userKey,
      retry_of_key: task.retryOfKey,
      created_at: task.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** `worker` is a token that only the current worker knows, so that a worker that lost its task cannot write to it. */
export interface Lease {
  readonly key: number
  readonly worker: string
}

export interface Claim {
  readonly kinds: readonly TaskKind[]
  readonly worker: string
  readonly at: string
  readonly leaseUntil: string
}

/** Claims the oldest task that is waiting or whose lease has expired. Returns undefined if there is none. */
export async function claimTask(write: Db, claim: Claim): Promise<TaskRow | undefined> {
  if (claim.kinds.length === 0) return undefined
  return (
    write
      .updateTable('task')
      .set((e) => ({
        status: statusAfter('claim'),
        worker: claim.worker,
        lease_until: claim.leaseUntil,
        pace: null,
        ahead: 0,
        started_at: e.fn.coalesce('started_at', e.val(claim.at)),
      }))
      .where('key', '=', claimable(write, claim).orderBy('key').limit(1))
      // Repeats the conditions, since another worker may have claimed the task while this statement waited.
      .where('status', 'in', listAllowedStatuses('claim'))
      .where(isLeaseOver(claim.at))
      .returningAll()
      .executeTakeFirst()
  )
}

/** Call it before `claimTask`, so that waiting for tasks writes nothing. */
export async function isAnythingClaimable(db: Db, wanted: Pick<Claim, 'kinds' | 'at'>): Promise<boolean> {
  if (wanted.kinds.length === 0) return false
  return (await claimable(db, wanted).limit(1).executeTakeFirst()) !== undefined
}

const claimable = (db: Db, { kinds, at }: Pick<Claim, 'kinds' | 'at'>) =>
  db
    .selectFrom('task')
    .select('key')
    .where('kind', 'in', kinds)
    .where('status', 'in', listAllowedStatuses('claim'))
    .where(isLeaseOver(at))

const isLeaseOver = (at: string) => (e: ExpressionBuilder<Schema, 'task'>) =>
  e.or([e('lease_until', 'is', null), e('lease_until', '<', at), e('lease_until', '>', maxLeaseEnd(at))])

/** Items checked since the last step, and the speed. */
export interface LiveProgress {
  readonly ahead: number
  readonly pace: Pace
}

/** Returns the status, or undefined if the task has ended or belongs to another worker. */
export async function renewLease(
  write: Db,
  lease: Lease,
  set: { readonly leaseUntil: string; readonly current: string | null; readonly progress?: LiveProgress },
): Promise<TaskStatus | undefined> {
  const { leaseUntil, current, progress } = set
  const row = await write
    .updateTable('task')
    .set({
      lease_until: leaseUntil,
      current,
      ...(progress && { ahead: progress.ahead, pace: JSON.stringify(progress.pace) }),
    })
    .where('key', '=', lease.key)
    .where('worker', '=', lease.worker)
    .returning('status')
    .executeTakeFirst()
  return row?.status
}

/** Returns undefined if the task belongs to another worker, or to none. */
export async function readLeasedTask(
  db: Db,
  { key, worker }: Lease,
): Promise<Pick<TaskRow, 'status' | 'checkpoint'> | undefined> {
  return db
    .selectFrom('task')
    .select(['status', 'checkpoint'])
    .where('key', '=', key)
    .where('worker', '=', worker)
    .executeTakeFirst()
}

/** Finishes the task or releases it for the next start. Returns undefined if the transition is not allowed any more. */
export async function finishOrRelease(
  tx: Db,
  lease: Lease,
  { act, at, error = null }: { act: Act; at: string; error?: string | null },
): Promise<TaskStatus | undefined> {
  const row = await tx
    .updateTable('task')
    .set({
      status: statusAfter(act),
      worker: null,
      lease_until: null,
      current: null,
      pace: null,
      ahead: 0,
      ...(act === 'release' ? {} : { ended_at: at }),
      error: sql`case when status = 'running' then ${error} end`,
    })
    .where('key', '=', lease.key)
    .where('worker', '=', lease.worker)
    .where('status', 'in', listAllowedStatuses(act))
    .returning('status')
    .executeTakeFirst()
  return row?.status
}

/** Returns the task after the cancellation. Returns undefined if it has ended or does not exist. */
export async function cancelTaskRow(write: Db, id: string, at: string): Promise<TaskRow | undefined> {
  return write
    .updateTable('task')
    .set({
      status: statusAfter('cancel'),
      ended_at: sql`case when status = 'ready' then ${at} end`,
    })
    .where('id', '=', id)
    .where('status', 'in', listAllowedStatuses('cancel'))
    .returningAll()
    .executeTakeFirst()
}

/** Deletes the ended tasks of a kind beyond the latest `kept`, with their reports. */
export async function pruneEnded(tx: Db, kind: TaskKind, kept: number): Promise<void> {
  const latest = tx.selectFrom('task').select('key').where('kind', '=', kind)
  const last = await latest.orderBy('key', 'desc').offset(kept).limit(1).executeTakeFirst()
  if (!last) return
  await tx
    .deleteFrom('task')
    .where('kind', '=', kind)
    .where('key', '<=', last.key)
    .where('ended_at', 'is not', null)
    .execute()
}

const talliesAtOnce = 5_000

/** Deletes the tallies of an ended task in batches, so that other writers can write in between. */
export async function deleteTallies(write: Db, taskKey: number): Promise<void> {
  for (let gone = talliesAtOnce; gone === talliesAtOnce; ) {
    const some = write.selectFrom('task_work').select('work_key').where('task_key', '=', taskKey)
    const result = await write
      .deleteFrom('task_work')
      .where('task_key', '=', taskKey)
      .where('work_key', 'in', some.orderBy('work_key').limit(talliesAtOnce))
      .executeTakeFirst()
    gone = Number(result.numDeletedRows)
  }
}

export async function listFailedItems(db: Db, taskKey: number): Promise<RetriedItem[]> {
  return db
    .selectFrom('task_item')
    .select(['phase', 'item'])
    .distinct()
    .where('task_key', '=', taskKey)
    .where('outcome', '=', 'failed')
    .orderBy('phase')
    .orderBy('item')
    .execute()
}

/** Returns the transitions of an act as an SQL expression. */
function statusAfter(act: Act) {
  const branches = listAllowedStatuses(act).map((from) => sql`when ${from} then ${nextStatus(act, from)}`)
  return sql<TaskStatus>`case status ${sql.join(branches, sql` `)} end`
}
