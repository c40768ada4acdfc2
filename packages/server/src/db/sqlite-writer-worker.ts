/**
 * The thread that owns the writing connection. It runs statements one after another. Several threads may send some: while one has a
 * transaction open, the others wait in order of arrival.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { Statement as Prepared } from 'better-sqlite3'
import type { QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import { busyTimeoutMs, openSqliteWriter } from './sqlite-file.ts'
import { isUserChange } from './user-change.rules.ts'
import { clearWaiting, signalWaiting } from './waiting-writer.ts'
import {
  type Failure,
  maxPrepared,
  type OwnerMessage,
  type Reply,
  rollbackStatement,
  type Statement,
  type WriterThreadData,
} from './writer-messages.ts'

const { file, commits: shared }: WriterThreadData = workerData
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
let hasUserChange = false
/** Polls without a statement from a holder that blocks others. */
let silentPolls = 0
/** Threads whose transaction was rolled back. Their statements are rejected until they roll back too. */
const revokedThreads = new Set<QueuedOrder['by']>()

parentPort?.on('message', (order: OwnerMessage) => {
  if (order === 'close') close()
  else if ('port' in order) addPort(order.port)
  else if (parentPort) enqueue({ by: parentPort, order })
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
function addPort(port: MessagePort): void {
  ports.add(port)
  port.on('message', (order: Statement) => enqueue({ by: port, order }))
  port.once('close', () => {
    ports.delete(port)
    revokedThreads.delete(port)
    if (!database.open) return
    for (const queued of waiting.splice(0)) if (queued.by !== port) waiting.push(queued)
    if (holder === port) revokeTransaction()
  })
}

function revokeTransaction(): void {
  if (database.inTransaction) database.exec(rollbackStatement)
  release()
  runQueued()
}

const pollMs = 1_000
/** A holder may be silent as long as another process is waited for. Counts polls instead of time, because a machine may sleep. */
const maxSilentPolls = busyTimeoutMs / pollMs

/** Rolls back the transaction of a thread that hangs, so that others can continue. */
setInterval(() => {
  silentPolls += 1
  if (holder === undefined || waiting.length === 0 || silentPolls <= maxSilentPolls) return
  revokedThreads.add(holder)
  revokeTransaction()
}, pollMs).unref()

function enqueue(queued: QueuedOrder): void {
  if (holder !== undefined && holder !== queued.by) waiting.push(queued)
  else perform(queued)
  runQueued()
}

function perform({ by, order }: QueuedOrder): void {
  silentPolls = 0
  by.postMessage(revokedThreads.has(by) ? replyToRefused(by, order) : replyTo(order))
  if (database.inTransaction) holder = by
  else release()
}

function release(): void {
  holder = undefined
  hasUserChange = false
}

/** Runs waiting statements. A loop, because any number may be waiting. */
function runQueued(): void {
  while (holder === undefined) {
    const next = waiting.shift()
    if (!next) return
    perform(next)
  }
}

function replyTo(order: Statement): Reply {
  try {
    hasUserChange ||= isUserChange(order)
    const result = runWithRetries(order)
    // Incremented after the commit, so that readers who see the number find the data, and before the reply.
    if (hasUserChange && !database.inTransaction && order.sql !== rollbackStatement)
      Atomics.add(commits, 0, 1)
    return { result }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

function replyToRefused(by: QueuedOrder['by'], { sql }: Statement): Reply {
  if (sql !== rollbackStatement)
    return { failure: { message: 'the transaction was held too long', code: 'SQLITE_BUSY' } }
  revokedThreads.delete(by)
  return { result: { rows: [] } }
}

const retryMs = 2
/** Well below the second for which the file is valid. */
const signalIntervalMs = 400

/** Retries while another process holds the lock, and requests by a file that it pauses before its next transaction. */
function runWithRetries(order: Statement): QueryResult<never> {
  const started = Date.now()
  let saidAt = Number.NEGATIVE_INFINITY
  try {
    for (;;) {
      try {
        return run(order)
      } catch (error) {
        if (!isLocked(error) || Date.now() - started > busyTimeoutMs) throw error
      }
      if (Date.now() - saidAt > signalIntervalMs) {
        signalWaiting(file)
        saidAt = Date.now()
      }
      Atomics.wait(clock, 0, 0, retryMs)
    }
  } finally {
    if (saidAt > 0) clearWaiting(file)
  }
}

/** Snapshot errors are not retried: only a new transaction can solve them. */
const isLocked = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'SQLITE_BUSY' || error.code === 'SQLITE_BUSY_RECOVERY')

function run({ sql, parameters }: Statement): QueryResult<never> {
  if (sql === rollbackStatement && !database.inTransaction) return { rows: [] }
  const statement = prepareCached(sql)
  if (statement.reader) return { rows: statement.all(...parameters) }
  const { changes, lastInsertRowid } = statement.run(...parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

/** Caches prepared statements: preparing a short statement costs as much as running it. */
function prepareCached(sql: string): Prepared<unknown[], never> {
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
