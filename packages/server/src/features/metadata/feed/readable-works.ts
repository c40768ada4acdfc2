/** Works of a damaged database, as far as they can still be read: what cannot be is stepped over. */
import type { Db } from '../../../db/schema.ts'
import type { FeedColumns } from '../ingest/stored-work.ts'
import { listExported } from './export.store.ts'

export interface Readable {
  /** Whether an error says that what is stored cannot be read. */
  readonly isDamage: (cause: unknown) => boolean
  /** Called with each range that was skipped. */
  readonly onUnreadable: () => void
}

/** Large enough to be quick; each that fails is read again in smaller ones. */
const pageSizes = [500, 20, 1] as const

/** The works come in the order of their keys. */
export async function* readableWorks(db: Db, readable: Readable): AsyncGenerator<FeedColumns[]> {
  for (let after: number | undefined = -1; after !== undefined; ) {
    const rows = await readableAfter(db, after, readable)
    if (rows === undefined) {
      readable.onUnreadable()
      after = await nextReadable(db, after, readable)
      continue
    }
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.key
  }
}

/** Undefined where not even the next one can be read. */
async function readableAfter(
  db: Db,
  after: number,
  { isDamage }: Readable,
): Promise<FeedColumns[] | undefined> {
  for (const size of pageSizes) {
    try {
      return await listExported(db, after, size)
    } catch (cause) {
      if (!isDamage(cause)) throw cause
    }
  }
  return undefined
}

/** Keys are far below it. */
const farthest = 2 ** 50

/** The first key from which on something can be read again; undefined where nothing can. */
async function nextReadable(db: Db, after: number, { isDamage }: Readable): Promise<number | undefined> {
  const canRead = async (from: number) => {
    try {
      return (await listExported(db, from, 1)).length > 0 ? 'work' : 'end'
    } catch (cause) {
      if (!isDamage(cause)) throw cause
      return 'damage'
    }
  }
  let damaged = after
  let gap = 1
  while ((await canRead(after + gap)) === 'damage') {
    damaged = after + gap
    gap *= 2
    if (gap > farthest) return undefined
  }
  // The last damaged key lies between the two.
  let whole = after + gap
  while (whole - damaged > 1) {
    const middle = Math.floor((whole + damaged) / 2)
    if ((await canRead(middle)) === 'damage') damaged = middle
    else whole = middle
  }
  return whole
}
