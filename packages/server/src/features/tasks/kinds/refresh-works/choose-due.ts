/** Which works a refresh asks for: those that are due, all, or those that were named. */
import { RefreshOptions } from '@koedana/contract/tasks.ts'
import { normaliseWorkId, workIdOf, workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Db } from '../../../../db/schema.ts'
import type { Job } from '../../job.ts'
import { isDue, mayBeLookedUp, topSalesOf } from './due.rules.ts'
import { listRefreshed, pagesOfRefreshed, type RefreshedWork } from './refreshed-works.store.ts'

export interface Chosen {
  readonly startedAt: string
  /** Keys in their order: works whose numbers were never read, then the others. */
  readonly unread: readonly number[]
  readonly read: readonly number[]
  /** Ids that were named, of works that are not there. */
  readonly strangers: readonly string[]
}

/** What is through already. */
export interface Through {
  readonly startedAt: string
  readonly pass: number
  readonly after: number
}

export async function chooseDue(db: Db, job: Job, through: Through | undefined): Promise<Chosen> {
  const startedAt = through?.startedAt ?? job.now().toISOString()
  const named = namedWorks(job)
  const chosen = named ? await chooseNamed(db, named) : await chooseAmongAll(db, job, startedAt)
  const { pass, after } = through ?? { pass: 0, after: -1 }
  return {
    startedAt,
    unread: pass === 0 ? chosen.unread.filter((key) => key > after) : [],
    read: pass === 0 ? chosen.read : chosen.read.filter((key) => key > after),
    strangers: chosen.strangers,
  }
}

/** Ids of the works that this run is about; undefined for one that chooses by itself. */
export function namedWorks({ options, only }: Job): readonly string[] | undefined {
  if (only) return only.filter(({ phase }) => phase === 'numbers').map(({ item }) => item)
  const { works } = v.parse(RefreshOptions, options)
  return works && [...new Set(works.map((id) => normaliseWorkId(id) ?? id))]
}

type Keys = Omit<Chosen, 'startedAt'>

async function chooseNamed(db: Db, ids: readonly string[]): Promise<Keys> {
  const works = await listRefreshed(db, ids.map(workKeyOf))
  const found = new Set(works.map(({ key }) => workIdOf(key)))
  // All in one pass: once its numbers are read, a work would change from the first to the second.
  return { unread: [], read: works.map(({ key }) => key), strangers: ids.filter((id) => !found.has(id)) }
}

async function chooseAmongAll(db: Db, job: Job, startedAt: string): Promise<Keys> {
  const isChosen = await choice(db, job, startedAt)
  const [unread, read]: [number[], number[]] = [[], []]
  for await (const page of pagesOfRefreshed(db)) {
    for (const work of page) {
      if (isChosen(work)) (work.numbers_at === null ? unread : read).push(work.key)
    }
  }
  return { unread, read, strangers: [] }
}

async function choice(
  db: Db,
  { options }: Job,
  startedAt: string,
): Promise<(work: RefreshedWork) => boolean> {
  if (v.parse(RefreshOptions, options).scope === 'all') {
    return (work) =>
      mayBeLookedUp(work, startedAt) && (work.numbers_at === null || work.numbers_at < startedAt)
  }
  const topSales = topSalesOf(await listSales(db))
  return (work) => isDue(work, { now: startedAt, topSales })
}

async function listSales(db: Db): Promise<number[]> {
  const all: number[] = []
  for await (const page of pagesOfRefreshed(db)) for (const { sales } of page) all.push(sales ?? 0)
  return all
}
