/**
 * Many rows of PostgreSQL as columns: of some hundred rows each column comes as one value of bytes. That costs the server less
 * than links as text, and us a tenth of what rows do.
 */
import { type RawBuilder, sql } from 'kysely'
import { type CopiedRow, copyOut } from './copy-out.ts'
import type { Db } from './schema.ts'

/** Rows whose keys lie between two, both included. */
export interface Part {
  readonly first: number
  readonly last: number
}

/** The columns of a query. */
export interface PackedColumns<N extends string, W extends string, T extends string> {
  /** Integers that are never null. */
  readonly numbers?: readonly N[]
  /** Integers of which the lower 32 bits count, and what stands for null in each. Two of them come in the room of one number. */
  readonly words?: Readonly<Record<W, number>>
  readonly texts?: readonly T[]
}

/** The rows of a part. What is read holds until the next part comes. */
export interface PackedRows<N extends string, W extends string, T extends string> {
  readonly count: number
  readonly numbers: (column: N) => Float64Array
  readonly words: (column: W) => Int32Array
  /** A text without a letter is null here, as unknown is everywhere. */
  readonly texts: (column: T) => readonly (string | null)[]
  /** Texts of Latin-1 alone, all in one, each ended by the code 0. */
  readonly joined: (column: T) => string
}

export interface Packing<N extends string, W extends string, T extends string, P extends Part>
  extends PackedColumns<N, W, T> {
  readonly parts: readonly P[]
  /** Returns the rows of a part in their order, without parameters, by the keys of the part. */
  readonly rows: (keys: Readonly<Record<keyof Part, RawBuilder<number>>>) => RawBuilder<unknown>
  /** Called with one part after the other. */
  readonly take: (part: P, rows: PackedRows<N, W, T>) => void
}

export async function readPacked<N extends string, W extends string, T extends string, P extends Part>(
  db: Db,
  { parts, rows, take, ...columns }: Packing<N, W, T, P>,
): Promise<void> {
  const list = (key: keyof Part) => sql`array[${sql.join(parts.map((part) => sql.lit(part[key])))}]::bigint[]`
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

/** The row has the number of rows, and then a value each of numbers, pairs of words, and texts. */
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

/** Packing takes less than to send another number: most of what PostgreSQL does here is the same for any value. */
function pairOf(high: Word, low: Word | undefined): RawBuilder<unknown> {
  const value = ([column, forNull]: Word) => sql`coalesce(${sql.ref(column)}, ${sql.lit(forNull)}::bigint)`
  const above = sql`(${value(high)} << 32)`
  return low ? sql`${above} | (${value(low)} & ${sql.lit(wordMask)}::bigint)` : above
}

const wordMask = 0xffff_ffff

/** Reads what `packedValues` makes. */
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
 * Reads 64-bit integers, the highest byte first: as two halves of 32 bits the machine puts them in order at once. They hold until
 * it reads again, so that no part leaves an array behind.
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

/** Reads the higher half of such integers, which is half 0, or the lower one. */
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

/** No text of PostgreSQL holds the code 0. */
function textsIn(bytes: Buffer | undefined): (string | null)[] {
  if (!bytes) return []
  return bytes
    .toString('utf8')
    .split('\0')
    .map((text) => (text === '' ? null : text))
}
