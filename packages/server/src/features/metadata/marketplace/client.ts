import {
  absent,
  fault,
  found,
  type ListPage,
  type LookupResult,
  type LookupSource,
  type Picture,
  type SourceNumbers,
  type SourceRecord,
} from '../source.ts'
import { isMap } from './parse/lenient-schemas.rules.ts'
import { readNumbersOf } from './parse/numbers.rules.ts'
import { isPicture, isPlaceholder, resizedUrlOf } from './parse/pictures.rules.ts'
import { applyOriginal, readNamesOf, readRecordOf } from './parse/product-record.rules.ts'
import {
  type BodyResult,
  noPicture,
  pictureVerdictOf,
  readJson,
  readSingle,
  troubleOfPage,
  unreadable,
} from './parse/response.rules.ts'
import { listUrl, numbersUrl, recordUrl } from './parse/urls.rules.ts'
import { createRequestQueue, type RequestQueue, type RequestQueueSources } from './request-queue.ts'

export function createMarketplace(sources: RequestQueueSources): LookupSource {
  const queue = createRequestQueue(sources)
  const base = () => sources.settings().baseUrl
  const record = (id: string, signal?: AbortSignal) => readOwnRecord(queue, base(), { id, signal })
  return {
    name: 'marketplace',
    readRecord: async (id, signal) => {
      const result = await record(id, signal)
      const original = result.kind === 'found' ? result.value.original : undefined
      if (result.kind !== 'found' || original === undefined) return result
      return shownUnder(result.value, await record(original, signal))
    },
    readNames: (id, locale, signal) => {
      const url = recordUrl(base(), id, locale.replace('-', '_'))
      return fetchJson(queue, {
        url,
        signal,
        read: (value) => readSingle(value, (one) => readNamesOf(one, id, locale)),
      })
    },
    readNumbers: async (ids, signal) => {
      const results = new Map<string, LookupResult<SourceNumbers>>()
      for (const batch of batchesOf(ids, sources.settings().batchSize)) {
        const result = await fetchJson(queue, { url: numbersUrl(base(), batch), signal, read: readBatch })
        for (const id of batch) results.set(id, numbersIn(result, id))
      }
      return results
    },
    readPage: (wanted, page, signal) =>
      fetchPage(queue, { url: listUrl(base(), wanted, page), page, signal }),
    readPicture: async (url, signal) => {
      const result = await fetchPicture(queue, url, signal)
      const resized = result.kind === 'absent' ? resizedUrlOf(url) : undefined
      return resized === undefined ? result : fetchPicture(queue, resized, signal)
    },
  }
}

function readOwnRecord(
  queue: RequestQueue,
  base: string,
  { id, signal }: { id: string; signal: AbortSignal | undefined },
) {
  const read = (value: unknown) => readSingle(value, (one) => readRecordOf(one, id, base))
  return fetchJson(queue, { url: recordUrl(base, id, 'ja_JP'), signal, read })
}

/**
 * Returns a translation with the maker, series and cover of its original. If the original has a fault, that fault is returned, since a
 * later lookup may succeed.
 */
function shownUnder(
  translation: SourceRecord,
  original: LookupResult<SourceRecord>,
): LookupResult<SourceRecord> {
  if (original.kind === 'fault') return original
  return found(original.kind === 'found' ? applyOriginal(translation, original.value) : translation)
}

/** Returns a map by ID. The marketplace sends an empty list if it has none of the works. */
function readBatch(value: unknown): BodyResult<Readonly<Record<string, unknown>>> {
  if (isMap(value)) return { kind: 'read', value }
  return Array.isArray(value) && value.length === 0 ? { kind: 'read', value: {} } : unreadable
}

function numbersIn(
  batch: LookupResult<Readonly<Record<string, unknown>>>,
  id: string,
): LookupResult<SourceNumbers> {
  // A 404 for the whole batch means a wrong address, not missing works.
  if (batch.kind === 'absent') return fault('serverFault')
  if (batch.kind === 'fault') return batch
  if (!Object.hasOwn(batch.value, id)) return absent
  const numbers = readNumbersOf(batch.value[id], id)
  return numbers ? found(numbers) : fault('answerUnreadable')
}

function batchesOf(ids: readonly string[], size: number): readonly (readonly string[])[] {
  const unique = [...new Set(ids)]
  return Array.from({ length: Math.ceil(unique.length / size) }, (_, i) =>
    unique.slice(i * size, (i + 1) * size),
  )
}

const megabytes = 1024 * 1024

interface JsonRequest<T> {
  readonly url: string
  readonly signal: AbortSignal | undefined
  readonly read: (value: unknown) => BodyResult<T>
}

const fetchJson = <T>(queue: RequestQueue, { url, signal, read }: JsonRequest<T>): Promise<LookupResult<T>> =>
  queue.send({
    url,
    sort: 'json',
    headers: { accept: 'application/json', 'accept-language': 'ja' },
    maxBytes: 16 * megabytes,
    signal,
    read: ({ body }) => readJson(body, read),
  })

interface PageRequest {
  readonly url: string
  /** Counted from 1. */
  readonly page: number
  readonly signal: AbortSignal | undefined
}

/** The cookies confirm the age and select Japanese, even if another floor responds. */
const pageHeaders = {
  accept: 'text/html',
  'accept-language': 'ja',
  cookie: 'adultchecked=1; locale=ja-jp',
}

async function fetchPage(
  queue: RequestQueue,
  { url, page, signal }: PageRequest,
): Promise<LookupResult<ListPage>> {
  // Lazy-loads the HTML parser, since most servers request no lists for hours.
  const { readListPage } = await import('./parse/list-page.rules.ts')
  return queue.send({
    url,
    sort: 'page',
    headers: pageHeaders,
    maxBytes: 8 * megabytes,
    signal,
    read: ({ body }) => {
      const html = body.toString()
      const value = readListPage(html, page)
      return value ? { kind: 'read', value } : troubleOfPage(html)
    },
  })
}

const fetchPicture = (
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
