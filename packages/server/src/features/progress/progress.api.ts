import type {
  getProgress as getProgressEndpoint,
  listContinued as listContinuedEndpoint,
  saveProgress as saveProgressEndpoint,
} from '@koedana/contract/progress.ts'
import { type Handler, joinItems, jsonBytes } from '../../http/context.ts'
import { getProgress, listContinued, type ProgressSources, saveProgress } from './progress.use-cases.ts'

export function saveProgressHandler(sources: ProgressSources): Handler<typeof saveProgressEndpoint> {
  return async ({ body }, context) => ({ items: await saveProgress(sources, body, context) })
}

export function getProgressHandler(sources: ProgressSources): Handler<typeof getProgressEndpoint> {
  return ({ params }, context) => getProgress(sources, params.id, context)
}

export function listContinuedHandler(sources: ProgressSources): Handler<typeof listContinuedEndpoint> {
  return async ({ query }, context) => {
    const items = await listContinued(sources, query, context)
    return jsonBytes(joinItems('{"items":[', items, ']}'))
  }
}
