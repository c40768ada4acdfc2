import type {
  chooseTrackLyrics,
  getTrackLyrics,
  listLyricsCandidates,
  listWorkLyrics,
  searchLyrics,
} from '@koedana/contract/lyrics.ts'
import { type Handler, joinItems, jsonBytes } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import {
  chooseLyrics,
  type LyricsSources,
  listCandidates,
  listWorkLyrics as listLyrics,
  readTrackLyrics,
} from './lyrics.use-cases.ts'
import { type SpokenSearchSources, searchLyrics as search } from './search-lyrics.use-cases.ts'
import { contentTypes, writers } from './write.rules.ts'

export function listWorkLyricsHandler(sources: LyricsSources): Handler<typeof listWorkLyrics> {
  return async ({ params, query }, context) => ({
    tracks: await listLyrics(sources, { id: params.id, choices: query }, context),
  })
}

export function getTrackLyricsHandler(sources: LyricsSources): Handler<typeof getTrackLyrics> {
  return async ({ params: { id }, query: { format, lyricsId, ...choices } }, context) => {
    const all = await readTrackLyrics(sources, { id, choices }, context)
    const items = all.filter((one) => lyricsId === undefined || one.id === lyricsId)
    if (format === undefined) return { items }
    const [first] = items
    if (!first) throw new AppError('notFound')
    // Text without times can only be written as LRC.
    if (!first.synced && format !== 'lrc') throw new AppError('refused')
    const text = writers[format]({ ...first, isSynced: first.synced })
    const headers = {
      'content-type': contentTypes[format],
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    }
    return { status: 200, headers, body: Buffer.from(text) }
  }
}

export function listLyricsCandidatesHandler(sources: LyricsSources): Handler<typeof listLyricsCandidates> {
  return async ({ params }) => ({ items: await listCandidates(sources, params.id) })
}

export function chooseTrackLyricsHandler(sources: LyricsSources): Handler<typeof chooseTrackLyrics> {
  return async ({ params: { id, lyricsId }, body: { choice } }) => {
    await chooseLyrics(sources, { trackId: id, lyricsId, choice })
    return { items: await listCandidates(sources, id) }
  }
}

export function searchLyricsHandler(sources: SpokenSearchSources): Handler<typeof searchLyrics> {
  return async ({ query: { q, page, pageSize, ...choices } }, context) => {
    const found = await search(sources, { q, page, pageSize, choices }, context)
    const items = found.items.map(({ line, work }) =>
      Buffer.concat([Buffer.from(`${JSON.stringify(line).slice(0, -1)},"work":`), work, Buffer.from('}')]),
    )
    const paged = `"total":${found.total},"page":${found.page},"pageSize":${found.pageSize}`
    return jsonBytes(joinItems('{"items":[', items, `],${paged},"indexing":${!found.isComplete}}`))
  }
}
