/** The whole API on one screen. A path in the browser's network tab is found here first. */
import { getEntity, listEntities } from './entities.ts'
import { getFacets } from './facets.ts'
import { getHome } from './home.ts'
import { getCover, getMedia } from './media.ts'
import { listSimilarEntities, listSimilarWorks } from './similar.ts'
import { getAbout, getLive, getOpenApi, getReady } from './system.ts'
import { getWork, getWorkHistory, listWorkFiles, listWorks, suggest } from './works.ts'

export const basePath = '/api/v3'

export const api = {
  getHome,
  listWorks,
  getFacets,
  suggest,
  getWork,
  listSimilarWorks,
  getWorkHistory,
  listWorkFiles,
  listEntities,
  getEntity,
  listSimilarEntities,
  getMedia,
  getCover,
  getAbout,
  getLive,
  getReady,
  getOpenApi,
} as const
