/** Reads all works page by page: the database is at work on the next page while the last one is taken up. */
import type { Columns } from '@koedana/catalogue/model/generation.ts'

/** What comes as one text of numbers. */
const worksPerPage = 4_000
/** What comes as an object for each work: two pages are alive at a time, and what lives long is kept longer than it lives. */
const objectsPerPage = 1_000

export interface Page {
  /** The ordinal of the first work, and the one after the last. */
  readonly start: number
  readonly end: number
  /** The keys of the first and of the last work. */
  readonly first: number
  readonly last: number
}

export const pagesOf = (columns: Columns): Generator<Page> => pagesBy(columns, worksPerPage)
export const objectPagesOf = (columns: Columns): Generator<Page> => pagesBy(columns, objectsPerPage)

/** A page has no more works than this, and its keys lie in a range of less than `span`. */
function* pagesBy({ key, count }: Columns, works: number, span = Number.POSITIVE_INFINITY): Generator<Page> {
  for (let start = 0; start < count; ) {
    const first = key[start] ?? 0
    let end = Math.min(start + works, count)
    while ((key[end - 1] ?? 0) - first >= span) end -= 1
    yield { start, end, first, last: key[end - 1] ?? 0 }
    start = end
  }
}

/** What fits the 64 KiB in which a socket is read has not to be put together. */
const worksPerPart = 256
/** Keys of a part differ by less than this, so that there is room for more beside them in one number. */
export const keysPerPart = 4_096
const partsPerQuery = 64

/** All works in parts that come as one row each, and as many of them as one query reads. */
export function* partsOf(columns: Columns): Generator<readonly Page[]> {
  let parts: Page[] = []
  for (const part of pagesBy(columns, worksPerPart, keysPerPart)) {
    parts.push(part)
    if (parts.length < partsPerQuery) continue
    yield parts
    parts = []
  }
  if (parts.length > 0) yield parts
}

/** Yields every page with what was loaded for it. One query is under way at a time: a connection has no more. */
export async function* pageAhead<T>(
  pages: Iterable<Page>,
  load: (page: Page) => Promise<T>,
): AsyncGenerator<readonly [Page, T]> {
  let coming: { readonly page: Page; readonly loaded: Promise<T> } | undefined
  for (const page of pages) {
    const before = coming && ([coming.page, await coming.loaded] as const)
    coming = { page, loaded: load(page) }
    if (before) yield before
  }
  if (coming) yield [coming.page, await coming.loaded]
}
