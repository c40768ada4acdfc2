/** Reads all works page by page: the database is at work on the next page while the last one is taken up. */
import type { Columns } from '@koedana/catalogue/model/generation.ts'

const worksPerPage = 4_000

export interface Page {
  /** Ordinals: the first, and the one after the last. */
  readonly start: number
  readonly end: number
  /** The keys of the first and of the last work. */
  readonly first: number
  readonly last: number
}

export function* pagesOf({ key, count }: Columns): Generator<Page> {
  for (let start = 0; start < count; start += worksPerPage) {
    const end = Math.min(start + worksPerPage, count)
    yield { start, end, first: key[start] ?? 0, last: key[end - 1] ?? 0 }
  }
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
