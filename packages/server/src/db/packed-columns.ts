/**
 * Reads many rows of PostgreSQL by column: each column of some hundred rows arrives as one binary value. That costs PostgreSQL less
 * than links as text, and this process a tenth of separate rows.
 */
import { type RawBuilder, sql } from 'kysely'
import { type CopiedRow, copyOut } from './copy-out.ts'
import type { Db } from './schema.ts'

/** Rows whose keys are between `first` and `last`, inclusive. */
export interface KeyRange {
  readonly first: number
  readonly last: number
}

export interface PackedColumns<N extends string, W extends string, T extends string> {
  /** Integers that are never null. */
  readonly numbers?: readonly N[]
  /** Integers of which only the lower 32 bits are read, and the value that replaces null. Two of them are sent as one 64-bit number. */
  readonly words?: Readonly<Record<W, number>>
  readonly texts?: readonly T[]
}

/** The rows of a part. Arrays are valid only until the next part. */
export interface PackedRows<N extends string, W extends string, T extends string> {
  readonly count: number
  readonly numbers: (column: N) => Float64Array
  readonly words: (column: W) => Int32Array
  /** Empty texts are read as null, which means unknown everywhere. */
  readonly texts: (column: T) => readonly (string | null)[]
  /** Latin-1 texts only, concatenated, each followed by a NUL character. */
  readonly joined: (column: T) => string
}

export interface PackedQuery<N extends string, W extends string, T extends string, P extends KeyRange>
  extends PackedColumns<N, W, T> {
  readonly parts: readonly P[]
  /** Returns a query without parameters for the rows of a part, in order, given the key range. */
  readonly rows: (keys: Readonly<Record<keyof KeyRange, RawBuilder<number>>>) => RawBuilder<unknown>
  readonly take: (part: P, rows: PackedRows<N, W, T>) => void
}

export async function readPacked<N extends string, W extends string, T extends string, P extends KeyRange>(
  db: Db,
  { parts, rows, take, ...columns }: PackedQuery<N, W, T, P>,
): Promise<void> {
  const list = (key: keyof KeyRange) =>
    sql`array[${sql.join(parts.map((part) => sql.lit(part[key])))}]::bigint[]`
  const keys = { first: sql.ref<number>('part.first'), last: sql.ref<number>('part.last') }
  const query = sql`
    select part.first, packed.* from unnest(${list('first')}, ${list('last')}) as part (first, last)
    cross join lateral (select ${sql.join(packedValues(columns))} from (${rows(keys)}) as held) as packed`
  const numberIn = numbersReader()
  const rowsIn = rowsReader(columns)
  let taken = 0
  await copyOut(db, query, ([first, count, ...values]) => {
    const part = parts[taken++]
    if (!part || numberIn(first)[0] !== part.first) throw new RangeError('parts came in another order')
    take(part, { count: numberIn(count)[0] ?? 0, ...rowsIn(values) })
  })
}

type Columns = PackedColumns<string, string, string>

/** Selects the row count, then one value per number column, per pair of words, and per text column. */
const packedValues = ({ numbers = [], words = {}, texts = [] }: Columns): RawBuilder<unknown>[] => [
  sql`count(*)`,
  ...numbers.map((column) => packedNumbers(sql.ref(column))),
  ...pairsOf(Object.entries(words)).map(([high, low]) => packedNumbers(pairOf(high, low))),
  ...texts.map(packedTexts),
]

const packedNumbers = (number: RawBuilder<unknown>) => sql`string_agg(int8send(${number}), ''::bytea)`
const packedTexts = (column: string) =>
  sql`string_agg(coalesce(textsend(${sql.ref(column)}), ''::bytea), '\\x00'::bytea)`

type Word = readonly [column: string, forNull: number]

const pairsOf = (words: readonly Word[]) =>
  words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1]] as const] : []))

/** Packs two words into one number. That is cheaper than sending another number, because PostgreSQL has a high fixed cost per value. */
function pairOf(high: Word, low: Word | undefined): RawBuilder<unknown> {
  const value = ([column, forNull]: Word) => sql`coalesce(${sql.ref(column)}, ${sql.lit(forNull)}::bigint)`
  const above = sql`(${value(high)} << 32)`
  return low ? sql`${above} | (${value(low)} & ${sql.lit(wordMask)}::bigint)` : above
}

const wordMask = 0xffff_ffff

function rowsReader({ numbers = [], words = {}, texts = [] }: Columns) {
  const wordColumns = Object.keys(words)
  const [pairsAt, textsAt] = [numbers.length, numbers.length + Math.ceil(wordColumns.length / 2)]
  const numberReaders = numbers.map(numbersReader)
  const wordReaders = wordColumns.map((_, at) => wordsReader(at % 2))
  return (values: CopiedRow): Omit<PackedRows<string, string, string>, 'count'> => {
    const textsOf = (column: string) => values[textsAt + texts.indexOf(column)]
    return {
      numbers: (column) => {
        const at = numbers.indexOf(column)
        return numberReaders[at]?.(values[at]) ?? noNumbers
      },
      words: (column) => {
        const at = wordColumns.indexOf(column)
        return wordReaders[at]?.(values[pairsAt + (at >> 1)]) ?? noWords
      },
      texts: (column) => textsIn(textsOf(column)),
      joined: (column) => textsOf(column)?.toString('latin1').concat('\0') ?? '',
    }
  }
}

const noNumbers = new Float64Array(0)
const noWords = new Int32Array(0)

/**
 * Reads big-endian 64-bit integers. Swapping 32-bit halves uses a fast native operation. The array is reused by the next call, so
 * parts create no garbage.
 */
function numbersReader(): (bytes: Buffer | undefined) => Float64Array {
  const halvesIn = halvesReader()
  let numbers = noNumbers
  return (bytes) => {
    const halves = halvesIn(bytes)
    const count = halves.length / 2
    if (count > numbers.length) numbers = new Float64Array(2 * count)
    for (let at = 0; at < count; at++)
      numbers[at] = (halves[2 * at] ?? 0) * 2 ** 32 + ((halves[2 * at + 1] ?? 0) >>> 0)
    return numbers.subarray(0, count)
  }
}

/** Reads the upper (0) or lower (1) half of such integers. */
function wordsReader(half: number): (bytes: Buffer | undefined) => Int32Array {
  const halvesIn = halvesReader()
  let words = noWords
  return (bytes) => {
    const halves = halvesIn(bytes)
    const count = halves.length / 2
    if (count > words.length) words = new Int32Array(2 * count)
    for (let at = 0; at < count; at++) words[at] = halves[2 * at + half] ?? 0
    return words.subarray(0, count)
  }
}

function halvesReader(): (bytes: Buffer | undefined) => Int32Array {
  let halves = noWords
  return (bytes) => {
    if (!bytes) return noWords
    if (bytes.length > halves.byteLength) halves = new Int32Array(bytes.length / 2)
    const swapped = Buffer.from(halves.buffer, 0, bytes.length)
    swapped.set(bytes)
    swapped.swap32()
    return halves.subarray(0, bytes.length / 4)
  }
}

/** PostgreSQL texts never contain NUL. */
function textsIn(bytes: Buffer | undefined): (string | null)[] {
  if (!bytes) return []
  return bytes
    .toString('utf8')
    .split('\0')
    .map((text) => (text === '' ? null : text))
}
