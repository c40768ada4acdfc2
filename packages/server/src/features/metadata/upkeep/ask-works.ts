/** Asks for a few works whole: numbers, record, and names in further locales where they may be new. */
import type { FeedWork } from '@koedana/contract/feed.ts'
import type { TaskReason } from '@koedana/contract/tasks.ts'
import type { Answer, SourceNumbers } from '../answers.ts'
import { withNames } from '../marketplace/genre-names.rules.ts'
import type { Calls } from './calls.ts'
import { inParallel } from './in-parallel.ts'

/** A work that is to be asked for. */
export interface Wish {
  readonly id: string
  /** By which it is known from an earlier record; names are asked for where it is another. Null before. */
  readonly knownName: string | null
}

/** `absent`: there is no record of it; numbers may answer all the same. A fault of any part is one of the whole. */
export type Told =
  | {
      readonly kind: 'told'
      readonly id: string
      readonly work: FeedWork
      readonly coverUrl: string | undefined
      readonly numbers: SourceNumbers | undefined
      /** The work that this is a translation of. */
      readonly original: string | undefined
    }
  | { readonly kind: 'absent'; readonly id: string; readonly numbers: SourceNumbers | undefined }
  /** Nothing but numbers was asked for. */
  | { readonly kind: 'numbers'; readonly id: string; readonly numbers: SourceNumbers }
  | { readonly kind: 'fault'; readonly id: string; readonly reason: TaskReason }

/** Hears of so many more works as soon as all of them is told. */
export type OnTold = (works: number) => void

/** Answers in the order of the wishes. */
export async function askWorks(calls: Calls, wishes: readonly Wish[], onTold?: OnTold): Promise<Told[]> {
  const answers = await calls.numbers(wishes.map(({ id }) => id))
  return inParallel(calls.atOnce, wishes, async (wish): Promise<Told> => {
    const told = await askOne(calls, wish, answers.get(wish.id) ?? { kind: 'absent' })
    onTold?.(1)
    return told
  })
}

async function askOne(calls: Calls, wish: Wish, numbers: Answer<SourceNumbers>): Promise<Told> {
  if (numbers.kind === 'fault') return { ...numbers, id: wish.id }
  return tell(calls, wish, numbers.kind === 'found' ? numbers.value : undefined)
}

async function tell(
  calls: Calls,
  { id, knownName }: Wish,
  numbers: SourceNumbers | undefined,
): Promise<Told> {
  const record = await calls.record(id)
  if (record.kind === 'fault') return { ...record, id }
  if (record.kind === 'absent') return { kind: 'absent', id, numbers }
  const { work: raw, coverUrl, original } = record.value
  const answers = await inParallel(calls.atOnce, raw.name === knownName ? [] : nameLocales, (locale) =>
    calls.names(id, locale),
  )
  for (const answer of answers) if (answer.kind === 'fault') return { ...answer, id }
  const work = { ...withNames(raw, answers.flatMap(valuesIn)), ...numbers?.work }
  return { kind: 'told', id, work, coverUrl, numbers, original }
}

const nameLocales = ['en-US', 'zh-CN'] as const

const valuesIn = <T>(answer: Answer<T>): T[] => (answer.kind === 'found' ? [answer.value] : [])
