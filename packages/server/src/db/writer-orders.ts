/** What is said to the thread that writes, and what it replies. That thread loads nothing else: it builds no query itself. */
import type { MessagePort } from 'node:worker_threads'
import type { QueryResult } from 'kysely'

/** One statement. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** The orders to the thread, by whoever may give some. */
export type Order = Statement | 'close'

/** The thread that started the writer also brings others. */
export type OwnerOrder = Order | { readonly port: MessagePort }

/** The thread is given this. */
export interface WriterOrders {
  readonly file: string
  readonly commits: SharedArrayBuffer
}

/** Its replies come in the order of its orders; the first one says that the file is open. */
export type Reply = { readonly result: QueryResult<never> } | { readonly failure: Failure }

export interface Failure {
  readonly message: string
  /** The code of SQLite, as `SQLITE_BUSY`. */
  readonly code: string
}

/**
 * SQLite itself rolls back a transaction that met a full or broken disk. There is none to be rolled back then, and to say so
 * would be all that is heard of the fault.
 */
export const rollback = 'rollback'

/** Statements that a connection keeps. */
export const mostPrepared = 300
