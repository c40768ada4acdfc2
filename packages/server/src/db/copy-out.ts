/** Reads query results as bytes with PostgreSQL's `COPY … TO STDOUT`, which avoids creating strings and objects. */
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

/** One value per column in PostgreSQL's binary format; undefined for null. The bytes are valid only until `take` returns. */
export type CopiedRow = readonly (Buffer | undefined)[]
export type RowCallback = (row: CopiedRow) => void

/** Runs a query and passes its rows to `take` as they arrive. `COPY` does not support parameters. */
export async function copyOut(db: Db, query: RawBuilder<unknown>, take: RowCallback): Promise<void> {
  const compiled = sql`copy (${query}) to stdout (format binary)`.compile(db)
  if (compiled.parameters.length > 0) throw new TypeError('COPY takes no parameters')
  const copying = db.getExecutor().stream(CompiledQuery.raw(compiled.sql, [take]), 1)
  // The rows go to `take`. The loop ends with the statement.
  for await (const _ of copying);
}

/**
 * A cursor for the pg driver that runs `COPY`. Kysely opens it like any cursor, with the row callback in place of the parameters,
 * and reads once to wait for the end.
 */
export class CopyOutCursor {
  readonly #text: string
  readonly #take: RowCallback
  readonly #ended = Promise.withResolvers<void>()
  #hasBegun = false
  #failure: unknown

  constructor(text: string, [take]: readonly unknown[]) {
    if (!isRowCallback(take)) throw new TypeError('nobody takes the rows')
    this.#text = text
    this.#take = take
    // The statement may fail before `read` is called, which then reports the error.
    this.#ended.promise.catch(() => {})
  }

  submit(connection: { readonly query: (text: string) => unknown }): void {
    connection.query(this.#text)
  }

  /** Each message contains one row. An exception here would not be caught and more rows would arrive, so the error is stored. */
  handleCopyData({ chunk }: { readonly chunk: Uint8Array }): void {
    if (this.#failure !== undefined) return
    try {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      const row = parseRow(bytes, this.#hasBegun ? 0 : headerLengthOf(bytes))
      this.#hasBegun = true
      if (row) this.#take(row)
    } catch (error) {
      this.#failure = error
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.#ended.resolve()
    else this.#ended.reject(this.#failure)
  }

  handleError(error: Error): void {
    this.#ended.reject(error)
  }

  async read(): Promise<never[]> {
    await this.#ended.promise
    return []
  }

  /** Waits for the end, because the connection is busy until then. */
  async close(): Promise<void> {
    await this.#ended.promise.catch(() => {})
  }
}

const isRowCallback = (value: unknown): value is RowCallback => typeof value === 'function'

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')

/** The first message begins with a signature, flags, and a header extension of variable length. */
function headerLengthOf(bytes: Buffer): number {
  if (!bytes.subarray(0, signature.length).equals(signature)) throw new TypeError('this is no COPY')
  return signature.length + 8 + bytes.readInt32BE(signature.length + 4)
}

/** Parses a row: the number of values, then each value after its length, where −1 is null. A count of −1 marks the end of the rows. */
function parseRow(bytes: Buffer, start: number): CopiedRow | undefined {
  let at = start + 2
  const next = () => {
    const length = bytes.readInt32BE(at)
    at += 4
    if (length < 0) return undefined
    at += length
    return bytes.subarray(at - length, at)
  }
  const count = at <= bytes.length ? bytes.readInt16BE(start) : -1
  return count < 0 ? undefined : Array.from({ length: count }, next)
}
