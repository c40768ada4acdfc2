/** The marketplace as a source: what it knows of works, and their numbers. */
import type {
  Answer,
  MarketplaceNames,
  MarketplaceNumbers,
  MarketplaceRecord,
  NamedLocale,
} from './answers.ts'
import { absent, fault, found } from './answers.ts'
import { readJson, readOnly } from './json.rules.ts'
import { createLane, type Lane, type LaneSources } from './lane.ts'
import { isMap } from './loose.rules.ts'
import { readNumbersOf } from './numbers.rules.ts'
import { readNamesOf, readRecordOf, underOriginal } from './parse.rules.ts'
import { type Reading, unreadable } from './reply.rules.ts'
import { numbersUrl, recordUrl } from './urls.rules.ts'

/** Each rejects with the signal's reason once it is aborted, and never otherwise. Ids are canonical. */
export interface Marketplace {
  /** Master data in Japanese; a translation already has maker, series and cover of its original. */
  readonly readRecord: (id: string, signal?: AbortSignal) => Promise<Answer<MarketplaceRecord>>
  readonly readNames: (
    id: string,
    locale: NamedLocale,
    signal?: AbortSignal,
  ) => Promise<Answer<MarketplaceNames>>
  /** Asks in batches; every id has an answer. */
  readonly readNumbers: (
    ids: readonly string[],
    signal?: AbortSignal,
  ) => Promise<ReadonlyMap<string, Answer<MarketplaceNumbers>>>
}

export function createMarketplace(sources: LaneSources): Marketplace {
  const lane = createLane(sources)
  const base = () => sources.settings().baseUrl
  const askOne = <T>(id: string, { locale, signal, read }: OneWanted<T>) =>
    askJson(lane, { url: recordUrl(base(), id, locale), signal, read: (value) => readOnly(value, read) })
  const readOwn = (id: string, signal?: AbortSignal) =>
    askOne(id, { locale: 'ja_JP', signal, read: (value) => readRecordOf(value, id, base()) })
  return {
    readRecord: async (id, signal) => {
      const answer = await readOwn(id, signal)
      const original = answer.kind === 'found' ? answer.value.original : undefined
      if (answer.kind !== 'found' || original === undefined) return answer
      return shownUnder(answer.value, await readOwn(original, signal))
    },
    readNames: (id, locale, signal) => {
      const read = (value: unknown) => readNamesOf(value, id, locale)
      return askOne(id, { locale: locale.replace('-', '_'), signal, read })
    },
    readNumbers: async (ids, signal) => {
      const answers = new Map<string, Answer<MarketplaceNumbers>>()
      for (const batch of batchesOf(ids, sources.settings().batchSize)) {
        const answer = await askJson(lane, { url: numbersUrl(base(), batch), signal, read: readBatch })
        for (const id of batch) answers.set(id, numbersIn(answer, id))
      }
      return answers
    },
  }
}

interface OneWanted<T> {
  readonly locale: string
  readonly signal: AbortSignal | undefined
  readonly read: (record: unknown) => T | undefined
}

interface JsonWanted<T> {
  readonly url: string
  readonly signal: AbortSignal | undefined
  readonly read: (value: unknown) => Reading<T>
}

const askJson = <T>(lane: Lane, { url, signal, read }: JsonWanted<T>): Promise<Answer<T>> =>
  lane.ask({
    url,
    headers: { accept: 'application/json', 'accept-language': 'ja' },
    maxBytes: 16 * 1024 * 1024,
    signal,
    read: ({ body }) => readJson(body, read),
  })

/** What is not known of the original may be known later: with a fault, nothing of the translation is told either. */
function shownUnder(
  translation: MarketplaceRecord,
  original: Answer<MarketplaceRecord>,
): Answer<MarketplaceRecord> {
  if (original.kind === 'fault') return original
  return found(original.kind === 'found' ? underOriginal(translation, original.value) : translation)
}

/** A map by id; an empty list is one that has nobody. */
function readBatch(value: unknown): Reading<Readonly<Record<string, unknown>>> {
  if (isMap(value)) return { kind: 'read', value }
  return Array.isArray(value) && value.length === 0 ? { kind: 'read', value: {} } : unreadable
}

function numbersIn(batch: Answer<Readonly<Record<string, unknown>>>, id: string): Answer<MarketplaceNumbers> {
  // Nobody answered at this address at all: that says nothing of works.
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
