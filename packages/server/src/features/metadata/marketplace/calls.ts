/** The three sorts of calls to the marketplace: how each is asked, and what its answer means. */
import type { ListPage, LookupResult, Picture } from '../lookup-result.ts'
import { readJson } from './json.rules.ts'
import { isPicture, isPlaceholder } from './pictures.rules.ts'
import { noPicture, pictureVerdictOf, type Reading, unreadable } from './reply.rules.ts'
import type { RequestQueue } from './request-queue.ts'

const megabytes = 1024 * 1024

interface JsonWanted<T> {
  readonly url: string
  readonly signal: AbortSignal | undefined
  readonly read: (value: unknown) => Reading<T>
}

export const fetchJson = <T>(
  queue: RequestQueue,
  { url, signal, read }: JsonWanted<T>,
): Promise<LookupResult<T>> =>
  queue.send({
    url,
    sort: 'json',
    headers: { accept: 'application/json', 'accept-language': 'ja' },
    maxBytes: 16 * megabytes,
    signal,
    read: ({ body }) => readJson(body, read),
  })

interface PageWanted {
  readonly url: string
  /** Counted from 1. */
  readonly page: number
  readonly signal: AbortSignal | undefined
}

/** The cookies keep age and language also where another floor is answered with. */
const pageHeaders = {
  accept: 'text/html',
  'accept-language': 'ja',
  cookie: 'adultchecked=1; locale=ja-jp',
}

export async function fetchPage(
  queue: RequestQueue,
  { url, page, signal }: PageWanted,
): Promise<LookupResult<ListPage>> {
  // The reader of HTML is loaded with the first list: most servers ask for none for hours.
  const { readListPage } = await import('./list-rows.rules.ts')
  return queue.send({
    url,
    sort: 'page',
    headers: pageHeaders,
    maxBytes: 8 * megabytes,
    signal,
    read: ({ body }) => {
      const value = readListPage(body.toString(), page)
      return value ? { kind: 'read', value } : unreadable
    },
  })
}

export const fetchPicture = (
  queue: RequestQueue,
  url: string,
  signal: AbortSignal | undefined,
): Promise<LookupResult<Picture>> =>
  queue.send({
    url,
    sort: 'picture',
    headers: { accept: 'image/*' },
    maxBytes: 20 * megabytes,
    signal,
    judge: pictureVerdictOf,
    read: ({ body, url: from }) => {
      if (isPlaceholder(body, from)) return { kind: 'absent' }
      return isPicture(body) ? { kind: 'read', value: { bytes: body, url: from } } : noPicture
    },
  })
