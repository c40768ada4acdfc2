/** Has PostgreSQL send a result as bytes (`COPY … TO STDOUT`), which take no strings and no objects to read. */
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

/** A value a column as PostgreSQL sends it to programs; undefined for null. The bytes hold until `take` returns. */
export type CopiedRow = readonly (Buffer | undefined)[]
export type TakeRow = (row: CopiedRow) => void

/** Runs a query without parameters, which `COPY` does not have, and hands its rows over as they come. */
export async function copyOut(db: Db, query: RawBuilder<unknown>, take: TakeRow): Promise<void> {
  const compiled = sql`copy (${query}) to stdout (format binary)`.compile(db)
  if (compiled.parameters.length > 0) throw new TypeError('COPY takes no parameters')
  const copying = db.getExecutor().stream(CompiledQuery.raw(compiled.sql, [take]), 1)
  // Its rows go to `take`: the loop ends with the statement.
  for await (const _ of copying);
}

/**
 * A statement under way, as the driver knows it: it receives each message. Kysely opens it as it would open a cursor, with
 * who takes the rows instead of parameters, and waits for its end.
 */
export class CopyOutCursor {
  readonly #text: string
  readonly #take: TakeRow
  readonly #ended = Promise.withResolvers<void>()
  #hasBegun = false
  #failure: unknown

  constructor(text: string, [take]: readonly unknown[]) {
    if (!isTaker(take)) throw new TypeError('nobody takes the rows')
    this.#text = text
    this.#take = take
    // It may fail before anybody reads, and who reads learns of that.
    this.#ended.promise.catch(() => {})
  }

  submit(connection: { readonly query: (text: string) => unknown }): void {
    connection.query(this.#text)
  }

  /** One message a row. What is thrown here nobody would catch, and the rest of the rows comes all the same. */
  handleCopyData({ chunk }: { readonly chunk: Uint8Array }): void {
    if (this.#failure !== undefined) return
    try {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      const row = rowIn(bytes, this.#hasBegun ? 0 : headerLengthOf(bytes))
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

  /** The connection takes nothing else before its end. */
  async close(): Promise<void> {
    await this.#ended.promise.catch(() => {})
  }
}

const isTaker = (value: unknown): value is TakeRow => typeof value === 'function'

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')

/** The first message begins with a signature, flags, and an extension of a length that it says. */
function headerLengthOf(bytes: Buffer): number {
  if (!bytes.subarray(0, signature.length).equals(signature)) throw new TypeError('this is no COPY')
  return signature.length + 8 + bytes.readInt32BE(signature.length + 4)
}

/** Returns how many values, then each with its length before it, of which −1 is null. Where −1 values are, the rows end. */
function rowIn(bytes: Buffer, start: number): CopiedRow | undefined {
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
