/** Every endpoint of the contract and the handler behind it; those of accounts and of administrators in files beside. */
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { openApi } from '@koedana/contract/kit/openapi.ts'
import { adminRoutes } from './admin-routes.ts'
import type { Deps } from './deps.ts'
import {
  createAnnouncementHandler,
  deleteAnnouncementHandler,
  previewAnnouncementHandler,
  updateAnnouncementHandler,
} from './features/announcements/announcement-changes.api.ts'
import {
  getAnnouncementHandler,
  listAllAnnouncementsHandler,
  listAnnouncementsHandler,
  readAnnouncementHandler,
} from './features/announcements/announcements.api.ts'
import { getEntityHandler, listEntitiesHandler } from './features/entities/entities.api.ts'
import { getHomeHandler } from './features/home/home.api.ts'
import { getCoverHandler } from './features/library/covers/covers.api.ts'
import { listWorkFilesHandler, renewMediaHandler } from './features/library/media/files.api.ts'
import { getMediaHandler } from './features/library/media/media.api.ts'
import { getWorkHistoryHandler } from './features/stats/history.api.ts'
import { getAboutHandler } from './features/system/about.api.ts'
import { about } from './features/system/about.ts'
import { getReadyHandler } from './features/system/ready.api.ts'
import { getFacetsHandler } from './features/works/facets.api.ts'
import { listSimilarEntitiesHandler, listSimilarWorksHandler } from './features/works/similar.api.ts'
import { suggestHandler } from './features/works/suggest.api.ts'
import { getWorkHandler, listWorksHandler, revealCoverHandler } from './features/works/works.api.ts'
import { type Route, route } from './http/serve.ts'
import { accountRoutes } from './own-routes.ts'

export function routesOf(deps: Deps): readonly Route[] {
  const document = openApi(api, { title: about.name, version: about.version, basePath })
  const { catalogue, dictionary, viewers, links } = deps
  const catalogued = {
    version: () => `${catalogue.version()}.${dictionary.version()}.${links.version()}`,
    audience: viewers.audience,
  }
  return [
    route(api.getHome, getHomeHandler(deps), catalogued),
    route(api.listWorks, listWorksHandler(deps), catalogued),
    route(api.getFacets, getFacetsHandler(deps), catalogued),
    route(api.suggest, suggestHandler(deps), catalogued),
    route(api.listSimilarWorks, listSimilarWorksHandler(deps), catalogued),
    route(api.listSimilarEntities, listSimilarEntitiesHandler(deps), catalogued),
    route(api.getWork, getWorkHandler(deps), catalogued),
    route(api.revealCover, revealCoverHandler(deps)),
    route(api.getWorkHistory, getWorkHistoryHandler(deps), catalogued),
    route(api.listWorkFiles, listWorkFilesHandler(deps)),
    route(api.renewMedia, renewMediaHandler(deps)),
    route(api.getMedia, getMediaHandler(deps)),
    route(api.getCover, getCoverHandler(deps)),
    route(api.getAbout, getAboutHandler(deps)),
    route(api.getLive, () => ({ live: true as const })),
    route(api.getReady, getReadyHandler(deps)),
    route(api.getOpenApi, () => document, unchanging),
    route(api.listEntities, listEntitiesHandler(deps), catalogued),
    route(api.getEntity, getEntityHandler(deps), catalogued),
    ...accountRoutes(deps),
    ...adminRoutes(deps),
    ...announcementRoutes(deps),
  ]
}

/** The same for everybody for as long as the server runs. */
const unchanging = { version: () => '', audience: () => 'everybody' }

const announcementRoutes = (deps: Deps): readonly Route[] => [
  route(api.listAnnouncements, listAnnouncementsHandler(deps)),
  route(api.getAnnouncement, getAnnouncementHandler(deps)),
  route(api.readAnnouncement, readAnnouncementHandler(deps)),
  route(api.listAllAnnouncements, listAllAnnouncementsHandler(deps)),
  route(api.createAnnouncement, createAnnouncementHandler(deps)),
  route(api.updateAnnouncement, updateAnnouncementHandler(deps)),
  route(api.deleteAnnouncement, deleteAnnouncementHandler(deps)),
  route(api.previewAnnouncement, previewAnnouncementHandler),
]
