/** What can be read of works, whatever door is asked: what a viewer may not see is not found. */
import type { Choices } from '@koedana/contract/choices.ts'
import { defaultPageSize } from '@koedana/contract/rules.ts'
import { findWorkKey } from '@koedana/contract/work-id.rules.ts'
import type { Cover, Work } from '@koedana/contract/works.ts'
import type { PageQuery } from '../../domain/query.rules.ts'
import { AppError } from '../../lib/app-error.ts'
import { coverOf } from './card.rules.ts'
import { type Listed, listCards } from './list-cards.ts'
import type { WorkSources } from './sources.ts'
import { veiled } from './veil.rules.ts'
import type { Caller } from './viewers.ts'
import { isRowFor, readWork } from './work.ts'
import { findWorks } from './works.store.ts'

export interface ListWorksInput extends Omit<PageQuery, 'offset' | 'limit'> {
  /** Counted from 1. */
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
}

export interface ListedWorks extends Listed {
  readonly page: number
  readonly pageSize: number
}

export async function listWorks(
  sources: WorkSources,
  { page = 1, pageSize = defaultPageSize, ...input }: ListWorksInput,
  caller: Caller,
): Promise<ListedWorks> {
  const place = { offset: (page - 1) * pageSize, limit: pageSize }
  return { ...(await listCards(sources, { ...input, ...place }, caller)), page, pageSize }
}

export interface GetWorkInput {
  /** The id as the request spells it. */
  readonly id: string
  readonly choices?: Choices
}

export async function getWork(
  sources: WorkSources,
  { id, choices }: GetWorkInput,
  caller: Caller,
): Promise<Work> {
  const { viewers } = sources
  const key = findWorkKey(id)
  const viewer = viewers.viewer(caller, choices)
  const work = key === undefined ? undefined : await readWork(sources, { key, viewer, locale: caller.locale })
  if (!work) throw new AppError('notFound')
  return viewers.isVeiled(caller, choices) ? veiled(work) : work
}

/** The address with its signature, also where lists veil it. */
export async function getCover(
  { db, catalogue, viewers, signCover }: WorkSources,
  { id, choices }: GetWorkInput,
  caller: Caller,
): Promise<Cover> {
  const key = findWorkKey(id)
  const viewer = viewers.viewer(caller, choices)
  if (key === undefined || !catalogue.current().isVisible(key, viewer)) throw new AppError('notFound')
  const [row] = await findWorks(db, [key])
  const cover = row && isRowFor(viewer, row) ? coverOf({ row, signCover }) : null
  if (!cover) throw new AppError('notFound')
  return cover
}
