/** Messages between threads and the writer thread. It is a separate module because the writer thread loads no query builder. */
import type { MessagePort } from 'node:worker_threads'
import type { QueryResult } from 'kysely'

export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** Messages that any thread may send. */
export type WriterMessage = Statement | 'close'

/** The thread that started the writer also adds other threads. */
export type OwnerMessage = WriterMessage | { readonly port: MessagePort }

export interface WriterThreadData {
  readonly file: string
  readonly commits: SharedArrayBuffer
}

/** Replies come in the order of statements. The first one reports that the file is open. */
export type Reply = { readonly result: QueryResult<never> } | { readonly failure: Failure }

export interface Failure {
  readonly message: string
  /** The SQLite code, such as `SQLITE_BUSY`. */
  readonly code: string
}

/**
 * The rollback statement. SQLite itself rolls back after disk errors; a second rollback would fail and hide that error, so it is
 * ignored then.
 */
export const rollbackStatement = 'rollback'

export const maxPrepared = 300
