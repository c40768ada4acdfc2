/** Makers, series, artists, illustrators and genres: their lists, and what they look like. */
import { api } from '@koedana/contract/api.ts'
import type { Deps } from './deps.ts'
import {
  getEntityHandler,
  listEntitiesHandler,
  listEntityLettersHandler,
} from './features/entities/entities.api.ts'
import { listEntityCoversHandler, listSimilarEntitiesHandler } from './features/works/works.api.ts'
import { type Route, route } from './http/serve.ts'

/** All are kept as lists of works are. */
export const entityRoutes = (deps: Deps, catalogued: Parameters<typeof route>[2]): readonly Route[] => [
  route(api.listEntities, listEntitiesHandler(deps), catalogued),
  route(api.getEntity, getEntityHandler(deps), catalogued),
  route(api.listEntityLetters, listEntityLettersHandler(deps), catalogued),
  route(api.listEntityCovers, listEntityCoversHandler(deps), catalogued),
  route(api.listSimilarEntities, listSimilarEntitiesHandler(deps), catalogued),
]
