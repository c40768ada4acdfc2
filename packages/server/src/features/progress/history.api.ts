import type {
  forgetHistory as forgetHistoryEndpoint,
  forgetPlay as forgetPlayEndpoint,
  listHistory as listHistoryEndpoint,
} from '@koedana/contract/history.ts'
import { type Handler, joinItems, jsonBytes } from '../../http/context.ts'
import { clearHistory, deleteHistoryPlay, type HistorySources, listHistory } from './history.use-cases.ts'

export function listHistoryHandler(sources: HistorySources): Handler<typeof listHistoryEndpoint> {
  return async ({ query }, context) => {
    const { items, total, page, pageSize } = await listHistory(sources, query, context)
    const tail = `],"total":${total},"page":${page},"pageSize":${pageSize}}`
    return jsonBytes(joinItems('{"items":[', items, tail))
  }
}

export function forgetPlayHandler(sources: HistorySources): Handler<typeof forgetPlayEndpoint> {
  return async ({ params }, context) => {
    await deleteHistoryPlay(sources, params.id, context)
  }
}

export function forgetHistoryHandler(sources: HistorySources): Handler<typeof forgetHistoryEndpoint> {
  return async ({ query }, context) => {
    await clearHistory(sources, query.workId, context)
  }
}
