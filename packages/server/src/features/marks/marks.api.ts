/** GET /marks, GET and PUT /marks/{id}, and tags at /tags. */
import type {
  getMark as getMarkEndpoint,
  listMarks as listMarksEndpoint,
  saveMark as saveMarkEndpoint,
} from '@koedana/contract/marks.ts'
import type {
  deleteTag as deleteTagEndpoint,
  listTags as listTagsEndpoint,
  renameTag as renameTagEndpoint,
  tagWorks as tagWorksEndpoint,
} from '@koedana/contract/tags.ts'
import type { Handler } from '../../http/context.ts'
import { type FavoriteSources, getMark, listMarks, saveMark } from './marks.use-cases.ts'
import { deleteTag, listTags, renameTag, saveTagged } from './tags.use-cases.ts'

export function listMarksHandler(sources: FavoriteSources): Handler<typeof listMarksEndpoint> {
  return async ({ query }, context) => ({ items: await listMarks(sources, query.ids, context) })
}

export function getMarkHandler(sources: FavoriteSources): Handler<typeof getMarkEndpoint> {
  return ({ params }, context) => getMark(sources, params.id, context)
}

export function saveMarkHandler(sources: FavoriteSources): Handler<typeof saveMarkEndpoint> {
  return ({ params, body }, context) => saveMark(sources, { ...params, ...body }, context)
}

export function listTagsHandler(sources: FavoriteSources): Handler<typeof listTagsEndpoint> {
  return async (_request, context) => ({ items: await listTags(sources, context) })
}

export function renameTagHandler(sources: FavoriteSources): Handler<typeof renameTagEndpoint> {
  return async ({ params, body }, context) => ({
    taken: await renameTag(sources, { ...params, ...body }, context),
  })
}

export function deleteTagHandler(sources: FavoriteSources): Handler<typeof deleteTagEndpoint> {
  return async ({ params }, context) => {
    await deleteTag(sources, params.id, context)
  }
}

export function tagWorksHandler(sources: FavoriteSources): Handler<typeof tagWorksEndpoint> {
  return async ({ body }, context) => ({ changed: await saveTagged(sources, body, context) })
}
