/** The whole API on one screen. A path in the browser's network tab is found here first. */
import { getEntity, listEntities } from './entities.ts'
import { getHome } from './home.ts'
import { getCover, getMedia } from './media.ts'
import { getAbout, getLive, getOpenApi, getReady } from './system.ts'
import { getWork, listWorkFiles, listWorks } from './works.ts'

export const basePath = '/api/v3'

export const api = {
  getHome,
  listWorks,
  getWork,
  listWorkFiles,
  listEntities,
  getEntity,
  getMedia,
  getCover,
  getAbout,
  getLive,
  getReady,
  getOpenApi,
} as const
