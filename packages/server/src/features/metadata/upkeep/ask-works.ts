/** Asks for the full records of a few works: numbers, record, names in further locales, and originals of translations. */
import type { FeedWork } from '@koedana/contract/feed.ts'
import type { TaskReason } from '@koedana/contract/tasks.ts'
import type {
  Answer,
  MarketplaceNames,
  MarketplaceNumbers,
  MarketplaceRecord,
} from '../marketplace/answers.ts'
import { underOriginal } from '../marketplace/parse.rules.ts'
import { inParallel } from './in-parallel.ts'
import type { Calls } from './calls.ts'

/** A work that is to be asked for. */
export interface Wish {
  readonly id: string
  /** By which it is known here; names in other locales are asked for where it is another now. Null before. */
  readonly knownName: string | null
}

/** `absent`: there is no record of it; numbers may answer all the same. */
export type Told =
  | {
      readonly kind: 'told'
      readonly id: string
      readonly work: FeedWork
      readonly coverUrl: string | undefined
      readonly numbers: MarketplaceNumbers | undefined
    }
  | { readonly kind: 'absent'; readonly id: string; readonly numbers: MarketplaceNumbers | undefined }
  | { readonly kind: 'fault'; readonly id: string; readonly reason: TaskReason }

/** Answers in the order of the wishes. */
export async function askWorks(calls: Calls, wishes: readonly Wish[]): Promise<AskedWorks> {
  const numbers = await calls.numbers(wishes.map(({ id }) => id))
  if (numbers.kind === 'fault') return { told: wishes.map(({ id }) => ({ ...numbers, id })), originals: [] }
  const records = new Map<string, Answer<MarketplaceRecord>>()
  await inParallel(wishes, async ({ id }) => {
    records.set(id, await calls.record(id))
  })
  const originals = [...new Set([...records.values()].flatMap(originalOf))]
  const further = originals.filter((id) => !records.has(id))
  await inParallel(further, async (id) => {
    records.set(id, await calls.record(id))
  })
  const told = await inParallel(wishes, (wish) =>
    tell(calls, wish, { records, numbers: numbers.kind === 'found' ? numbers.value.get(wish.id) : undefined }),
  )
  return { told, originals }
}

export interface AskedWorks {
  readonly told: readonly Told[]
  /** Works that some of these are translations of. */
  readonly originals: readonly string[]
}

const originalOf = (answer: Answer<MarketplaceRecord>): string[] =>
  answer.kind === 'found' && answer.value.original !== undefined ? [answer.value.original] : []

interface Answers {
  readonly records: ReadonlyMap<string, Answer<MarketplaceRecord>>
  readonly numbers: MarketplaceNumbers | undefined
}

async function tell(calls: Calls, { id, knownName }: Wish, { records, numbers }: Answers): Promise<Told> {
  const own = records.get(id)
  if (own === undefined || own.kind === 'absent') return { kind: 'absent', id, numbers }
  if (own.kind === 'fault') return { ...own, id }
  const original = own.value.original === undefined ? undefined : records.get(own.value.original)
  if (original?.kind === 'fault') return { ...original, id }
  const record = original?.kind === 'found' ? underOriginal(own.value, original.value) : own.value
  const isNamed = knownName !== null && knownName === record.work.name
  const names = isNamed ? [] : await inParallel(nameLocales, (locale) => calls.names(id, locale))
  for (const answer of names) if (answer.kind === 'fault') return { ...answer, id }
  const found = names.flatMap((answer) => (answer.kind === 'found' ? [answer.value] : []))
  const work = { ...named(record.work, found), ...numbers?.work }
  return { kind: 'told', id, work, coverUrl: record.coverUrl, numbers }
}

const nameLocales = ['en-US', 'zh-CN'] as const

/** A name that is the raw one again says nothing of its own. */
function named(work: FeedWork, all: readonly MarketplaceNames[]): FeedWork {
  if (all.length === 0) return work
  const names = Object.fromEntries(
    all.flatMap(({ locale, name }) => (name === undefined || name === work.name ? [] : [[locale, name]])),
  )
  const genres = work.genres?.map((genre) => ({
    ...genre,
    names: {
      ...genre.names,
      ...Object.fromEntries(
        all.flatMap(({ locale, genres }) => {
          const name = genres.get(genre.id)
          return name === undefined ? [] : [[locale, name]]
        }),
      ),
    },
  }))
  return { ...work, names, ...(genres ? { genres } : {}) }
}
