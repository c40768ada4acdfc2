/** Reads all works page by page. The database works on the next page while the previous one is processed. */
import type { Columns } from '@koedana/catalogue/model/generation.ts'

/** For pages read as one text of numbers. */
const worksPerPage = 4_000
/**
 * For pages with an object per work. Smaller, because two pages are alive at a time, and objects that reach V8's old generation are
 * collected late.
 */
const objectsPerPage = 1_000

export interface Page {
  /** The ordinal of the first work, and the ordinal after the last. */
  readonly start: number
  readonly end: number
  /** The keys of the first and the last work. */
  readonly first: number
  readonly last: number
}

export const pagesOf = (columns: Columns): Generator<Page> => createPages(columns, worksPerPage)
export const objectPagesOf = (columns: Columns): Generator<Page> => createPages(columns, objectsPerPage)

/** Yields pages of at most `works` works whose keys span less than `span`. */
function* createPages(
  { key, count }: Columns,
  works: number,
  span = Number.POSITIVE_INFINITY,
): Generator<Page> {
  for (let start = 0; start < count; ) {
    const first = key[start] ?? 0
    let end = Math.min(start + works, count)
    while ((key[end - 1] ?? 0) - first >= span) end -= 1
    yield { start, end, first, last: key[end - 1] ?? 0 }
    start = end
  }
}

/** A part fits in the 64 KiB of one socket read, so it need not be reassembled. */
const worksPerPart = 256
/** The keys of a part differ by less than this, to leave room for other values in the same number. */
export const keysPerPart = 4_096
const partsPerQuery = 64

/** Yields all works as groups of parts. Each part is returned as one row; each group is one query. */
export function* partsOf(columns: Columns): Generator<readonly Page[]> {
  let parts: Page[] = []
  for (const part of createPages(columns, worksPerPart, keysPerPart)) {
    parts.push(part)
    if (parts.length < partsPerQuery) continue
    yield parts
    parts = []
  }
  if (parts.length > 0) yield parts
}

/** Yields every page with its loaded data. Only one query runs at a time, because a connection allows no more. */
export async function* prefetchPages<T>(
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
