/**
 * The thread that owns the writing connection. It runs statements one after another. Several threads may send some: while one has a
 * transaction open, the others wait in order of arrival.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { Statement as Prepared } from 'better-sqlite3'
import type { QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import { isOfPeople } from './changes.rules.ts'
import { busyTimeoutMs, openSqliteWriter } from './sqlite-file.ts'
import { sayWaiting, stopWaiting } from './waiting-writer.ts'
import {
  type Failure,
  maxPrepared,
  type OwnerOrder,
  type Reply,
  rollback,
  type Statement,
  type WriterOrders,
} from './writer-orders.ts'

const { file, commits: shared }: WriterOrders = workerData
const database = openSqliteWriter(file)
const prepared = new LRUCache<string, Prepared<unknown[], never>>({ max: maxPrepared })
const clock = new Int32Array(new SharedArrayBuffer(4))
const commits = new Int32Array(shared)

interface QueuedOrder {
  readonly by: Pick<MessagePort, 'postMessage'>
  readonly order: Statement
}

const ports = new Set<MessagePort>()
const waiting: QueuedOrder[] = []
/** The thread whose transaction is open. */
let holder: QueuedOrder['by'] | undefined
/** Whether the open transaction contains changes made by people. */
let isOfNote = false
/** Polls without a statement from a holder that blocks others. */
let silentPolls = 0
/** Threads whose transaction was rolled back. Their statements are rejected until they roll back too. */
const refused = new Set<QueuedOrder['by']>()

parentPort?.on('message', (order: OwnerOrder) => {
  if (order === 'close') close()
  else if ('port' in order) admit(order.port)
  else if (parentPort) take({ by: parentPort, order })
})
// From here on, this thread waits for locks itself: SQLite's busy timeout sleeps up to 100 ms between attempts.
database.pragma('busy_timeout = 0')
parentPort?.postMessage({ result: { rows: [] } } satisfies Reply)

function close(): void {
  database.close()
  for (const port of ports) port.close()
  parentPort?.close()
}

/** Adds a thread. When it ends, its queued statements are dropped and its transaction is rolled back. */
function admit(port: MessagePort): void {
  ports.add(port)
  port.on('message', (order: Statement) => take({ by: port, order }))
  port.once('close', () => {
    ports.delete(port)
    refused.delete(port)
    if (!database.open) return
    for (const queued of waiting.splice(0)) if (queued.by !== port) waiting.push(queued)
    if (holder === port) takeFromHolder()
  })
}

function takeFromHolder(): void {
  if (database.inTransaction) database.exec(rollback)
  release()
  goOn()
}

const pollMs = 1_000
/** A holder may be silent as long as another process is waited for. Counts polls instead of time, because a machine may sleep. */
const maxSilentPolls = busyTimeoutMs / pollMs

/** Rolls back the transaction of a thread that hangs, so that others can continue. */
setInterval(() => {
  silentPolls += 1
  if (holder === undefined || waiting.length === 0 || silentPolls <= maxSilentPolls) return
  refused.add(holder)
  takeFromHolder()
}, pollMs).unref()

function take(queued: QueuedOrder): void {
  if (holder !== undefined && holder !== queued.by) waiting.push(queued)
  else perform(queued)
  goOn()
}

function perform({ by, order }: QueuedOrder): void {
  silentPolls = 0
  by.postMessage(refused.has(by) ? replyToRefused(by, order) : replyTo(order))
  if (database.inTransaction) holder = by
  else release()
}

function release(): void {
  holder = undefined
  isOfNote = false
}

/** Runs waiting statements. A loop, because any number may be waiting. */
function goOn(): void {
  while (holder === undefined) {
    const next = waiting.shift()
    if (!next) return
    perform(next)
  }
}

function replyTo(order: Statement): Reply {
  try {
    isOfNote ||= isOfPeople(order)
    const result = runPatiently(order)
    // Incremented after the commit, so that readers who see the number find the data, and before the reply.
    if (isOfNote && !database.inTransaction && order.sql !== rollback) Atomics.add(commits, 0, 1)
    return { result }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

function replyToRefused(by: QueuedOrder['by'], { sql }: Statement): Reply {
  if (sql !== rollback)
    return { failure: { message: 'the transaction was held too long', code: 'SQLITE_BUSY' } }
  refused.delete(by)
  return { result: { rows: [] } }
}

const retryMs = 2
/** Well below the second for which the file is valid. */
const saidAgainMs = 400

/** Retries while another process holds the lock, and requests by a file that it pauses before its next transaction. */
function runPatiently(order: Statement): QueryResult<never> {
  const started = Date.now()
  let saidAt = Number.NEGATIVE_INFINITY
  try {
    for (;;) {
      try {
        return run(order)
      } catch (error) {
        if (!isLocked(error) || Date.now() - started > busyTimeoutMs) throw error
      }
      if (Date.now() - saidAt > saidAgainMs) {
        sayWaiting(file)
        saidAt = Date.now()
      }
      Atomics.wait(clock, 0, 0, retryMs)
    }
  } finally {
    if (saidAt > 0) stopWaiting(file)
  }
}

/** Snapshot errors are not retried: only a new transaction can solve them. */
const isLocked = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'SQLITE_BUSY' || error.code === 'SQLITE_BUSY_RECOVERY')

function run({ sql, parameters }: Statement): QueryResult<never> {
  if (sql === rollback && !database.inTransaction) return { rows: [] }
  const statement = prepareOnce(sql)
  if (statement.reader) return { rows: statement.all(...parameters) }
  const { changes, lastInsertRowid } = statement.run(...parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

/** Caches prepared statements: preparing a short statement costs as much as running it. */
function prepareOnce(sql: string): Prepared<unknown[], never> {
  const known = prepared.get(sql)
  if (known) return known
  const statement = database.prepare<unknown[], never>(sql)
  prepared.set(sql, statement)
  return statement
}

function failureOf(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return { message: error instanceof Error ? error.message : String(error), code }
}
