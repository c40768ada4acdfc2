/**
 * The thread that owns the writing connection: one statement after another, as they come. Several threads may send some: while one
 * has a transaction open, the others wait for its end, in the order they came.
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
  mostPrepared,
  type OwnerOrder,
  type Reply,
  rollback,
  type Statement,
  type WriterOrders,
} from './writer-orders.ts'

const { file, commits: shared }: WriterOrders = workerData
const database = openSqliteWriter(file)
const prepared = new LRUCache<string, Prepared<unknown[], never>>({ max: mostPrepared })
const clock = new Int32Array(new SharedArrayBuffer(4))
const commits = new Int32Array(shared)

interface QueuedOrder {
  readonly by: Pick<MessagePort, 'postMessage'>
  readonly order: Statement
}

const ports = new Set<MessagePort>()
const waiting: QueuedOrder[] = []
/** The holder of the open transaction. */
let holder: QueuedOrder['by'] | undefined
/** Whether the open transaction says what people did. */
let isOfNote = false
/** Polls of a holder who holds others up, since their last order. */
let silentPolls = 0
/** Those whose transaction was rolled back: whatever they order is refused until they roll back too. */
const refused = new Set<QueuedOrder['by']>()

parentPort?.on('message', (order: OwnerOrder) => {
  if (order === 'close') close()
  else if ('port' in order) admit(order.port)
  else if (parentPort) take({ by: parentPort, order })
})
// This thread waits for locks itself from here on: SQLite's own waiting sleeps for up to 100 ms between two tries.
database.pragma('busy_timeout = 0')
parentPort?.postMessage({ result: { rows: [] } } satisfies Reply)

function close(): void {
  database.close()
  for (const port of ports) port.close()
  parentPort?.close()
}

/** A thread that is gone leaves nothing half done, and holds nobody up. */
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
/** A holder may be silent as long as another process is waited for. Polls are counted, and not time: a machine may sleep. */
const mostSilentPolls = busyTimeoutMs / pollMs

/** A thread that hangs within a transaction does not hold up the others until it is ended. */
setInterval(() => {
  silentPolls += 1
  if (holder === undefined || waiting.length === 0 || silentPolls <= mostSilentPolls) return
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

/** Whoever waits goes on, one after the other: in a loop, since there may be any number of them. */
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
    // Those who are notified of it find it done.
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
/** Well below the second for which the file counts. */
const saidAgainMs = 400

/** Waits for another process's transaction, which stands back from its next one meanwhile. */
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

/** A snapshot that is too old stays so: to try again is the transaction's business. */
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

/** Preparing a short statement costs as much as running it. */
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
