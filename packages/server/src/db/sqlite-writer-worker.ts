/** The thread that owns the writing connection: one statement after another, as they come. */
import { parentPort, workerData } from 'node:worker_threads'
import type { QueryResult } from 'kysely'
import { openSqliteWriter } from './open.ts'
import type { Failure, Order, Reply } from './sqlite-writer.ts'

/** `workerData` is the file. */
const database = openSqliteWriter(workerData)
const reply = (message: Reply) => parentPort?.postMessage(message)

parentPort?.on('message', (order: Order) => {
  if (order === 'close') {
    database.close()
    parentPort?.close()
    return
  }
  try {
    reply({ result: run(order) })
  } catch (error) {
    reply({ failure: failureOf(error) })
  }
})
reply({ result: { rows: [] } })

function run({ sql, parameters }: Exclude<Order, 'close'>): QueryResult<never> {
  const statement = database.prepare<unknown[], never>(sql)
  if (statement.reader) return { rows: statement.all(...parameters) }
  const { changes, lastInsertRowid } = statement.run(...parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

function failureOf(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return { message: error instanceof Error ? error.message : String(error), code }
}
