/** Serves shared content to people without an account. A logged-in user sees the same here as a visitor. */
import type { getSharedWork, listSharedWorks, openShared } from '@koedana/contract/shares.ts'
import { defaultPageSize } from '@koedana/contract/values.ts'
import { type Context, type Handler, joinItems, jsonBytes } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Limiter } from '../auth/limiter.ts'
import { listFiles } from '../library/media/files.use-cases.ts'
import { type MediaSources, mayListen } from '../library/media/links.ts'
import { listItemOrder } from '../playlists/playlists.store.ts'
import { bytesOfCard } from '../works/card-record.ts'
import { listWorks } from '../works/list-works.use-cases.ts'
import type { WorkSources } from '../works/viewers.ts'
import { getWork } from '../works/works.use-cases.ts'
import type { OpenShare, Shares } from './shares.ts'

interface Sources extends WorkSources, Omit<MediaSources, 'db'> {
  readonly shares: Shares
  readonly limiter: Pick<Limiter, 'reject'>
}

/** Exchanges the token of a link for a pass. Unknown and expired links, and links to hidden works, get the same response. */
export function openSharedHandler(sources: Sources): Handler<typeof openShared> {
  const { shares, limiter } = sources
  return async ({ body: { token } }, context) => {
    const shared = await shares.findByToken(token)
    if (!shared || !(await isTargetVisible(sources, shared, context))) {
      await limiter.reject({ address: context.address, secret: token, kind: 'random' })
      throw new AppError('notFound')
    }
    const { target, playlist, expiresAt } = shared
    return {
      pass: shares.passFor(shared),
      kind: target.kind,
      name: target.kind === 'list' ? target.name : (playlist?.name ?? null),
      listening: mayListen(sources, undefined, readerBy(shared, context)),
      expiresAt: new Date(expiresAt).toISOString(),
    }
  }
}

/** Returns whether the target can be shown. A work may be hidden; a list or playlist counts even if it is empty. */
async function isTargetVisible(
  { dictionary }: Sources,
  { target, holds }: OpenShare,
  { locale }: Context,
): Promise<boolean> {
  if (target.kind !== 'work') return true
  const key = dictionary.findKey('works', target.workId)
  return key !== undefined && (await holds([key], locale)).has(key)
}

export function listSharedWorksHandler(sources: Sources): Handler<typeof listSharedWorks> {
  return async ({ body: { pass, page = 1, pageSize = defaultPageSize } }, context) => {
    const shared = await sources.shares.readPass(pass)
    const { items, total } = await worksOf(sources, { shared, page, pageSize }, readerBy(shared, context))
    const tail = `],"total":${total},"page":${page},"pageSize":${pageSize}}`
    return jsonBytes(joinItems('{"items":[', items, tail))
  }
}

/** Returns a shared work. Features that need an account with the right to listen, such as subtitles, are not offered. */
export function getSharedWorkHandler(sources: Sources): Handler<typeof getSharedWork> {
  return async ({ params: { id }, body: { pass } }, context) => {
    const shared = await sources.shares.readPass(pass)
    const key = sources.dictionary.findKey('works', id)
    if (key === undefined || !(await shared.holds([key], context.locale)).has(key)) {
      throw new AppError('notFound')
    }
    const reader = readerBy(shared, context)
    const [work, { tracks, forms }] = await Promise.all([
      getWork(sources, { id }, reader),
      listFiles(sources, { id }, reader),
    ])
    return {
      work,
      tracks: tracks.map((track) => ({ ...track, hasLyrics: false, hasWaveform: false })),
      forms,
    }
  }
}

const readerBy = (lent: OpenShare, context: Context): Context => ({ ...context, person: undefined, lent })

interface WantedPage {
  readonly shared: OpenShare
  readonly page: number
  readonly pageSize: number
}

async function worksOf(
  sources: Sources,
  { shared: { target, playlist }, page, pageSize }: WantedPage,
  reader: Context,
): Promise<{ items: Buffer[]; total: number }> {
  if (target.kind === 'list') {
    const { sort, period, ...filter } = target.search
    const { items, total } = await listWorks(sources, { filter, sort, period, page, pageSize }, reader)
    return { items: items.map(bytesOfCard), total }
  }
  const { db, catalogue, cards, dictionary, viewers } = sources
  const items = playlist ? await listItemOrder(db, [playlist.key]) : []
  const named =
    target.kind === 'work'
      ? [dictionary.findKey('works', target.workId) ?? -1]
      : items.map((item) => item.work_key)
  const keys = catalogue.current().visible([...new Set(named)], viewers.viewer(reader))
  const shown = keys.slice((page - 1) * pageSize, page * pageSize)
  return { items: await cards.get(shown, viewers.cardView(reader)), total: keys.length }
}
