/** GET /marks, GET and PUT /marks/{id}. */
import type {
  getMark as getMarkEndpoint,
  listMarks as listMarksEndpoint,
  saveMark as saveMarkEndpoint,
} from '@koedana/contract/marks.ts'
import type { Handler } from '../../http/context.ts'
import type { FavoriteSources } from './favorites.use-cases.ts'
import { getMark, listMarks, saveMark } from './marks.use-cases.ts'

export function listMarksHandler(sources: FavoriteSources): Handler<typeof listMarksEndpoint> {
  return async ({ query }, context) => ({ items: await listMarks(sources, query.ids, context) })
}

export function getMarkHandler(sources: FavoriteSources): Handler<typeof getMarkEndpoint> {
  return ({ params }, context) => getMark(sources, params.id, context)
}

export function saveMarkHandler(sources: FavoriteSources): Handler<typeof saveMarkEndpoint> {
  return ({ params, body }, context) => saveMark(sources, { ...params, ...body }, context)
}
