/**
 * Many rows of PostgreSQL as columns: of some hundred rows each column comes as one value of bytes. That costs the server less
 * than links as text, and us a tenth of what rows do.
 */
import { type RawBuilder, sql } from 'kysely'
import { copyOut } from './copy-out.ts'
import type { Db } from './schema.ts'

/** Rows whose keys lie between two, both included. */
export interface Part {
  readonly first: number
  readonly last: number
}

/** The rows of a part. What is read holds until the next part comes. */
export interface PackedRows<N extends string, T extends string> {
  readonly count: number
  /** NaN for null. */
  readonly numbers: (column: N) => Float64Array
  /** A text without a letter is null here, as unknown is everywhere. */
  readonly texts: (column: T) => readonly (string | null)[]
}

export interface Packing<N extends string, T extends string, P extends Part> {
  readonly parts: readonly P[]
  /** Columns of integers. */
  readonly numbers: readonly N[]
  readonly texts: readonly T[]
  /** The rows of a part in their order, without parameters, by the keys of the part. */
  readonly rows: (keys: Readonly<Record<keyof Part, RawBuilder<number>>>) => RawBuilder<unknown>
  /** Called with one part after the other. */
  readonly take: (part: P, rows: PackedRows<N, T>) => void
}

export async function readPacked<N extends string, T extends string, P extends Part>(
  db: Db,
  { parts, numbers, texts, rows, take }: Packing<N, T, P>,
): Promise<void> {
  const list = (key: keyof Part) => sql`array[${sql.join(parts.map((part) => sql.lit(part[key])))}]::bigint[]`
  const packed = [sql`count(*)`, ...numbers.map(packedNumbers), ...texts.map(packedTexts)]
  const keys = { first: sql.ref<number>('part.first'), last: sql.ref<number>('part.last') }
  const query = sql`
    select part.first, packed.* from unnest(${list('first')}, ${list('last')}) as part (first, last)
    cross join lateral (select ${sql.join(packed)} from (${rows(keys)}) as held) as packed`
  const numberIn = numbersReader()
  const readers = numbers.map(numbersReader)
  let taken = 0
  await copyOut(db, query, ([first, count, ...values]) => {
    const part = parts[taken++]
    if (!part || numberIn(first)[0] !== part.first) throw new RangeError('parts came in another order')
    take(part, {
      count: numberIn(count)[0] ?? 0,
      numbers: (column) => {
        const at = numbers.indexOf(column)
        return readers[at]?.(values[at]) ?? none
      },
      texts: (column) => textsIn(values[numbers.length + texts.indexOf(column)]),
    })
  })
}

const packedNumbers = (column: string) =>
  sql`string_agg(int8send(coalesce(${sql.ref(column)}, ${sql.lit(least)}::bigint)), ''::bytea)`
const packedTexts = (column: string) =>
  sql`string_agg(coalesce(textsend(${sql.ref(column)}), ''::bytea), '\\x00'::bytea)`

/** Stands for null: the least there is, which no column of ours holds. */
const least = '-9223372036854775808'
const leastHigh = -(2 ** 31)

const none = new Float64Array(0)

/**
 * Reads 64-bit integers, the highest byte first: as two halves of 32 bits the machine puts them in order at once. They hold until
 * it reads again, so that no part leaves an array behind.
 */
function numbersReader(): (bytes: Buffer | undefined) => Float64Array {
  let [halves, numbers] = [new Int32Array(0), none]
  return (bytes) => {
    if (!bytes) return none
    if (bytes.length > halves.byteLength)
      [halves, numbers] = [new Int32Array(bytes.length / 2), new Float64Array(bytes.length / 4)]
    const swapped = Buffer.from(halves.buffer, 0, bytes.length)
    swapped.set(bytes)
    swapped.swap32()
    const count = bytes.length / 8
    for (let at = 0; at < count; at++) {
      const [high, low] = [halves[2 * at] ?? 0, halves[2 * at + 1] ?? 0]
      numbers[at] = high === leastHigh && low === 0 ? Number.NaN : high * 2 ** 32 + (low >>> 0)
    }
    return numbers.subarray(0, count)
  }
}

/** No text of PostgreSQL holds the code 0. */
function textsIn(bytes: Buffer | undefined): (string | null)[] {
  if (!bytes) return []
  return bytes
    .toString('utf8')
    .split('\0')
    .map((text) => (text === '' ? null : text))
}
