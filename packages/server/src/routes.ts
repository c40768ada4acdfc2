/** Maps every endpoint of the contract to its handler. Routes of accounts, administrators and personal data are in separate files. */

import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { examples } from '@koedana/contract/examples.ts'
import { personalFilters } from '@koedana/contract/filters.ts'
import { openApi } from '@koedana/contract/kit/openapi.ts'
import { adminRoutes } from './admin-routes.ts'
import { appPasswordRoutes } from './compatibility-apis.ts'
import { latestSeq } from './db/changes.ts'
import type { Deps } from './deps.ts'
import {
  changePasswordHandler,
  endOtherSessionsHandler,
  endSessionHandler,
  getAccountHandler,
  getSettingsHandler,
  listSessionsHandler,
  saveSettingsHandler,
  updateAccountHandler,
} from './features/account/account.api.ts'
import {
  getAnnouncementHandler,
  listAnnouncementsHandler,
  readAnnouncementHandler,
} from './features/announcements/announcements.api.ts'
import {
  getMeHandler,
  loginAsGuestHandler,
  loginHandler,
  logoutHandler,
  registerHandler,
} from './features/auth/auth.api.ts'
import { getProofHandler } from './features/auth/fresh-proof.ts'
import { getWorkHandler } from './features/editing/detailed-work.api.ts'
import {
  getEntityHandler,
  listEntitiesHandler,
  listEntityLettersHandler,
} from './features/entities/entities.api.ts'
import {
  followHandler,
  listFollowedWorksHandler,
  listFollowsHandler,
  listReleasesHandler,
  unfollowHandler,
} from './features/follows/follows.api.ts'
import { getHomeHandler, saveHomeLayoutHandler, visitHomeHandler } from './features/home/home.api.ts'
import { getCoverHandler } from './features/library/covers/covers.api.ts'
import {
  getTrackLyricsHandler,
  listWorkLyricsHandler,
  searchLyricsHandler,
} from './features/library/lyrics/lyrics.api.ts'
import { getWaveformHandler } from './features/library/measure/waveforms.api.ts'
import { getWorkArchiveHandler } from './features/library/media/archive.api.ts'
import {
  getMediaHandler,
  listWorkFilesHandler,
  renewMediaHandler,
} from './features/library/media/media.api.ts'
import * as favorites from './features/marks/favorites.api.ts'
import {
  deleteTagHandler,
  getMarkHandler,
  listMarksHandler,
  listTagsHandler,
  renameTagHandler,
  saveMarkHandler,
  saveMarksHandler,
  tagWorksHandler,
} from './features/marks/marks.api.ts'
import {
  getProgressHandler,
  listContinuedHandler,
  saveProgressHandler,
} from './features/progress/progress.api.ts'
import {
  checkSetupAccountHandler,
  getSetupHandler,
  listSetupFoldersHandler,
  setUpHandler,
} from './features/setup/setup.api.ts'
import { getWorkHistoryHandler } from './features/stats/history.api.ts'
import { about } from './features/system/about.ts'
import { getAboutHandler, getReadyHandler, type ReadySources } from './features/system/system.api.ts'
import {
  createViewHandler,
  deleteViewHandler,
  listViewsHandler,
  orderViewsHandler,
  restoreViewHandler,
  seeViewHandler,
  updateViewHandler,
} from './features/views/views.api.ts'
import { getFacetsHandler } from './features/works/facets.api.ts'
import type { Caller } from './features/works/viewers.ts'
import {
  listEntityCoversHandler,
  listSimilarEntitiesHandler,
  listSimilarWorksHandler,
  listWorksHandler,
  revealCoverHandler,
  suggestHandler,
} from './features/works/works.api.ts'
import { type Route, route } from './http/serve.ts'
import { ownRoutes } from './personal-data-routes.ts'
import { shareRoutes } from './share-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'

export function routesOf(deps: Deps): readonly Route[] {
  const { catalogue, dictionary, viewers, links, site } = deps
  const catalogued = {
    version: () => `${catalogue.version()}.${dictionary.version()}.${links.version()}`,
    audience: viewers.audience,
    isPersonal,
  }
  // A home page contains announcements. For a logged-in caller it is personal, so it is not cached.
  const home = {
    version: () => `${catalogued.version()}.${site.version()}`,
    audience: (caller: Caller) => (caller.person ? undefined : viewers.audience(caller)),
    hasOwnTags: true,
  }
  return [
    route(api.getHome, getHomeHandler(deps), home),
    route(api.listWorks, listWorksHandler(deps), catalogued),
    route(api.getFacets, getFacetsHandler(deps), catalogued),
    route(api.suggest, suggestHandler(deps), catalogued),
    route(api.listSimilarWorks, listSimilarWorksHandler(deps), catalogued),
    route(api.getWork, getWorkHandler(deps), catalogued),
    route(api.revealCover, revealCoverHandler(deps)),
    route(api.getWorkHistory, getWorkHistoryHandler(deps), catalogued),
    route(api.listWorkFiles, listWorkFilesHandler(deps)),
    route(api.listWorkLyrics, listWorkLyricsHandler(deps)),
    route(api.getTrackLyrics, getTrackLyricsHandler(deps)),
    route(api.getWaveform, getWaveformHandler(deps)),
    route(api.searchLyrics, searchLyricsHandler(deps)),
    route(api.renewMedia, renewMediaHandler(deps)),
    route(api.getMedia, getMediaHandler(deps)),
    route(api.getWorkArchive, getWorkArchiveHandler(deps)),
    route(api.getCover, getCoverHandler(deps)),
    route(api.getAbout, getAboutHandler(deps)),
    ...healthRoutes(deps),
    // The same for all callers as long as the server runs.
    route(api.getOpenApi, createOpenApi, { version: () => '', audience: () => 'everybody' }),
    ...entityRoutes(deps, catalogued),
    ...accountRoutes(deps),
    ...appPasswordRoutes(deps),
    ...signInRoutes(deps),
    ...adminRoutes(deps),
    ...announcementRoutes(deps),
  ]
}

/** Returns whether the filter uses the caller's own data, so that no other caller gets the same response. */
const isPersonal = (query: Readonly<Record<string, unknown>>) =>
  personalFilters.some((name) => query[name] !== undefined)

/** Generated on the first request, because most servers never get one. */
const createOpenApi = () => openApi(api, { title: about.name, version: about.version, basePath }, examples)

const announcementRoutes = (deps: Deps): readonly Route[] => [
  route(api.listAnnouncements, listAnnouncementsHandler(deps)),
  route(api.getAnnouncement, getAnnouncementHandler(deps)),
  route(api.readAnnouncement, readAnnouncementHandler(deps)),
]

const accountRoutes = (deps: Deps): readonly Route[] => [
  route(api.login, loginHandler(deps)),
  route(api.loginAsGuest, loginAsGuestHandler(deps)),
  route(api.register, registerHandler(deps)),
  route(api.logout, logoutHandler(deps)),
  route(api.getMe, getMeHandler),
  route(api.getSetup, getSetupHandler(deps)),
  route(api.checkSetupAccount, checkSetupAccountHandler(deps)),
  route(api.listSetupFolders, listSetupFoldersHandler(deps)),
  route(api.setUp, setUpHandler(deps)),
  route(api.getAccount, getAccountHandler),
  route(api.getProof, getProofHandler(deps)),
  route(api.updateAccount, updateAccountHandler(deps)),
  route(api.changePassword, changePasswordHandler(deps)),
  route(api.listSessions, listSessionsHandler(deps)),
  route(api.endSession, endSessionHandler(deps)),
  route(api.endOtherSessions, endOtherSessionsHandler(deps)),
  route(api.getSettings, getSettingsHandler(deps)),
  route(api.saveSettings, saveSettingsHandler(deps)),
  route(api.listMarks, listMarksHandler(deps)),
  route(api.getMark, getMarkHandler(deps)),
  route(api.saveMark, saveMarkHandler(deps)),
  route(api.saveMarks, saveMarksHandler(deps)),
  route(api.listTags, listTagsHandler(deps)),
  route(api.renameTag, renameTagHandler(deps)),
  route(api.deleteTag, deleteTagHandler(deps)),
  route(api.tagWorks, tagWorksHandler(deps)),
  route(api.listFavorites, favorites.listFavoritesHandler(deps)),
  route(api.addFavorite, favorites.addFavoriteHandler(deps)),
  route(api.removeFavorite, favorites.removeFavoriteHandler(deps)),
  route(api.saveFavorites, favorites.saveFavoritesHandler(deps)),
  route(api.saveProgress, saveProgressHandler(deps)),
  route(api.listContinued, listContinuedHandler(deps)),
  route(api.getProgress, getProgressHandler(deps)),
  ...ownRoutes(deps),
  route(api.saveHomeLayout, saveHomeLayoutHandler(deps)),
  route(api.visitHome, visitHomeHandler(deps)),
  ...shareRoutes(deps),
  ...viewRoutes(deps),
  ...followRoutes(deps),
]

const viewRoutes = (deps: Deps): readonly Route[] => [
  route(api.listViews, listViewsHandler(deps)),
  route(api.createView, createViewHandler(deps)),
  route(api.orderViews, orderViewsHandler(deps)),
  route(api.updateView, updateViewHandler(deps)),
  route(api.seeView, seeViewHandler(deps)),
  route(api.deleteView, deleteViewHandler(deps)),
  route(api.restoreView, restoreViewHandler(deps)),
]

const followRoutes = (deps: Deps): readonly Route[] => [
  route(api.listFollows, listFollowsHandler(deps)),
  route(api.follow, followHandler(deps)),
  route(api.unfollow, unfollowHandler(deps)),
  route(api.listFollowedWorks, listFollowedWorksHandler(deps)),
  route(api.listReleases, listReleasesHandler(deps)),
]

const healthRoutes = (sources: ReadySources): Route[] => [
  route(api.getLive, () => ({ live: true as const })),
  route(api.getReady, getReadyHandler(sources)),
]

/** A process without an index is never behind, so it is ready while it can reach the database. */
export const workerRoutes = ({ database }: Pick<Deps, 'database'>): Route[] =>
  healthRoutes({
    database,
    catalogue: {
      behindMs: async () => {
        await latestSeq(database.read)
        return 0
      },
    },
  })

/** These are cached like lists of works. */
export const entityRoutes = (deps: Deps, catalogued: Parameters<typeof route>[2]): readonly Route[] => [
  route(api.listEntities, listEntitiesHandler(deps), catalogued),
  route(api.getEntity, getEntityHandler(deps), catalogued),
  route(api.listEntityLetters, listEntityLettersHandler(deps), catalogued),
  route(api.listEntityCovers, listEntityCoversHandler(deps), catalogued),
  route(api.listSimilarEntities, listSimilarEntitiesHandler(deps), catalogued),
]
