/** The thread that owns the writing connection: one statement after another, as they come. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Statement } from 'better-sqlite3'
import type { QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import { busyTimeoutMs, openSqliteWriter } from './open.ts'
import { type Failure, mostPrepared, type Order, type Reply, rollback } from './sqlite-writer.ts'
import { sayWaiting, stopWaiting } from './waiting-writer.ts'

const file = String(workerData)
const database = openSqliteWriter(file)
const reply = (message: Reply) => parentPort?.postMessage(message)
const prepared = new LRUCache<string, Statement<unknown[], never>>({ max: mostPrepared })
const clock = new Int32Array(new SharedArrayBuffer(4))

parentPort?.on('message', (order: Order) => {
  if (order === 'close') {
    database.close()
    parentPort?.close()
    return
  }
  try {
    reply({ result: runPatiently(order) })
  } catch (error) {
    reply({ failure: failureOf(error) })
  }
})
// This thread waits for locks itself from here on: SQLite's own waiting sleeps for up to 100 ms between two tries.
database.pragma('busy_timeout = 0')
reply({ result: { rows: [] } })

const retryMs = 2
/** Well below the second for which the file counts. */
const saidAgainMs = 400

/** Waits for another process's transaction, which stands back from its next one meanwhile. */
function runPatiently(order: Exclude<Order, 'close'>): QueryResult<never> {
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

function run({ sql, parameters }: Exclude<Order, 'close'>): QueryResult<never> {
  if (sql === rollback && !database.inTransaction) return { rows: [] }
  const statement = prepareOnce(sql)
  if (statement.reader) return { rows: statement.all(...parameters) }
  const { changes, lastInsertRowid } = statement.run(...parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

/** Preparing a short statement costs as much as running it. */
function prepareOnce(sql: string): Statement<unknown[], never> {
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
