/** Every endpoint of the contract and the handler behind it, on one screen. */
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { openApi } from '@koedana/contract/kit/openapi.ts'
import type { Deps } from './deps.ts'
import { getAccountHandler, updateAccountHandler } from './features/account/account.api.ts'
import { changePasswordHandler } from './features/account/password.api.ts'
import {
  endOtherSessionsHandler,
  endSessionHandler,
  listSessionsHandler,
} from './features/account/sessions.api.ts'
import { getSettingsHandler, saveSettingsHandler } from './features/account/settings.api.ts'
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
import { loginAsGuestHandler } from './features/auth/guest.api.ts'
import { loginHandler } from './features/auth/login.api.ts'
import { getMeHandler, logoutHandler } from './features/auth/own-session.api.ts'
import { registerHandler } from './features/auth/register.api.ts'
import { getEntityHandler, listEntitiesHandler } from './features/entities/entities.api.ts'
import {
  addFavoriteHandler,
  listFavoritesHandler,
  listMarksHandler,
  removeFavoriteHandler,
} from './features/favorites/favorites.api.ts'
import { listFollowedWorksHandler } from './features/follows/followed-works.api.ts'
import { followHandler, listFollowsHandler, unfollowHandler } from './features/follows/follows.api.ts'
import { getHomeHandler } from './features/home/home.api.ts'
import {
  createKeysHandler,
  deleteKeysHandler,
  listKeysHandler,
  listRedemptionsHandler,
  updateKeyHandler,
} from './features/keys/keys.api.ts'
import { getCoverHandler } from './features/library/covers/covers.api.ts'
import { listWorkFilesHandler, renewMediaHandler } from './features/library/media/files.api.ts'
import { getMediaHandler } from './features/library/media/media.api.ts'
import { checkMarketplaceHandler } from './features/metadata/marketplace/check.api.ts'
import { getSiteSettingsHandler, updateSiteSettingsHandler } from './features/settings/site.api.ts'
import { getSetupHandler, setUpHandler } from './features/setup/setup.api.ts'
import { getWorkHistoryHandler } from './features/stats/history.api.ts'
import { getAboutHandler } from './features/system/about.api.ts'
import { about } from './features/system/about.ts'
import { getSystemHandler } from './features/system/system.api.ts'
import { followTasksHandler } from './features/tasks/events.api.ts'
import {
  createScheduleHandler,
  deleteScheduleHandler,
  listSchedulesHandler,
  previewScheduleHandler,
  updateScheduleHandler,
} from './features/tasks/schedules.api.ts'
import { getTaskLogHandler, listTaskItemsHandler } from './features/tasks/task-reports.api.ts'
import {
  cancelTaskHandler,
  createTaskHandler,
  getTaskHandler,
  listTasksHandler,
  retryTaskHandler,
} from './features/tasks/tasks.api.ts'
import {
  deleteWorkHandler,
  emptyTrashHandler,
  listTrashHandler,
  restoreTrashHandler,
} from './features/trash/trash.api.ts'
import { deleteUserHandler, updateUserHandler } from './features/users/user-changes.api.ts'
import { createUserHandler, getUserHandler, listUsersHandler } from './features/users/users.api.ts'
import { getFacetsHandler } from './features/works/facets.api.ts'
import { listSimilarEntitiesHandler, listSimilarWorksHandler } from './features/works/similar.api.ts'
import { suggestHandler } from './features/works/suggest.api.ts'
import { getWorkHandler, listWorksHandler, revealCoverHandler } from './features/works/works.api.ts'
import { type Route, route } from './http/serve.ts'

export function routesOf(deps: Deps): readonly Route[] {
  const document = openApi(api, { title: about.name, version: about.version, basePath })
  const { catalogue, dictionary, viewers } = deps
  const catalogued = {
    version: () => `${catalogue.version()}.${dictionary.version()}`,
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
    route(api.getReady, () => ({ ready: true as const })),
    route(api.getOpenApi, () => document, unchanging),
    route(api.listEntities, listEntitiesHandler(deps), catalogued),
    route(api.getEntity, getEntityHandler(deps), catalogued),
    ...accountRoutes(deps),
    ...adminRoutes(deps),
    ...announcementRoutes(deps),
    ...followRoutes(deps),
  ]
}

/** The same for everybody for as long as the server runs. */
const unchanging = { version: () => '', audience: () => 'everybody' }

const accountRoutes = (deps: Deps): readonly Route[] => [
  route(api.login, loginHandler(deps)),
  route(api.loginAsGuest, loginAsGuestHandler(deps)),
  route(api.register, registerHandler(deps)),
  route(api.logout, logoutHandler(deps)),
  route(api.getMe, getMeHandler),
  route(api.getSetup, getSetupHandler(deps)),
  route(api.setUp, setUpHandler(deps)),
  route(api.getAccount, getAccountHandler),
  route(api.updateAccount, updateAccountHandler(deps)),
  route(api.changePassword, changePasswordHandler(deps)),
  route(api.listSessions, listSessionsHandler(deps)),
  route(api.endSession, endSessionHandler(deps)),
  route(api.endOtherSessions, endOtherSessionsHandler(deps)),
  route(api.getSettings, getSettingsHandler(deps)),
  route(api.saveSettings, saveSettingsHandler(deps)),
  route(api.listMarks, listMarksHandler(deps)),
  route(api.listFavorites, listFavoritesHandler(deps)),
  route(api.addFavorite, addFavoriteHandler(deps)),
  route(api.removeFavorite, removeFavoriteHandler(deps)),
]

const adminRoutes = (deps: Deps): readonly Route[] => [
  route(api.listUsers, listUsersHandler(deps)),
  route(api.createUser, createUserHandler(deps)),
  route(api.getUser, getUserHandler(deps)),
  route(api.updateUser, updateUserHandler(deps)),
  route(api.deleteUser, deleteUserHandler(deps)),
  route(api.listKeys, listKeysHandler(deps)),
  route(api.createKeys, createKeysHandler(deps)),
  route(api.updateKey, updateKeyHandler(deps)),
  route(api.deleteKeys, deleteKeysHandler(deps)),
  route(api.listRedemptions, listRedemptionsHandler(deps)),
  ...taskRoutes(deps),
  ...trashRoutes(deps),
  route(api.getSiteSettings, getSiteSettingsHandler(deps)),
  route(api.updateSiteSettings, updateSiteSettingsHandler(deps)),
  route(api.getSystem, getSystemHandler(deps)),
  route(api.checkMarketplace, checkMarketplaceHandler(deps)),
]

const taskRoutes = (deps: Deps): readonly Route[] => [
  route(api.listTasks, listTasksHandler(deps)),
  route(api.createTask, createTaskHandler(deps)),
  route(api.getTask, getTaskHandler(deps)),
  route(api.cancelTask, cancelTaskHandler(deps)),
  route(api.retryTask, retryTaskHandler(deps)),
  route(api.listTaskItems, listTaskItemsHandler(deps)),
  route(api.getTaskLog, getTaskLogHandler(deps)),
  route(api.followTasks, followTasksHandler(deps)),
  route(api.listSchedules, listSchedulesHandler(deps)),
  route(api.previewSchedule, previewScheduleHandler(deps)),
  route(api.createSchedule, createScheduleHandler(deps)),
  route(api.updateSchedule, updateScheduleHandler(deps)),
  route(api.deleteSchedule, deleteScheduleHandler(deps)),
]

const trashRoutes = (deps: Deps): readonly Route[] => [
  route(api.listTrash, listTrashHandler(deps)),
  route(api.restoreTrash, restoreTrashHandler(deps)),
  route(api.emptyTrash, emptyTrashHandler(deps)),
  route(api.deleteWork, deleteWorkHandler(deps)),
]

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

const followRoutes = (deps: Deps): readonly Route[] => [
  route(api.listFollows, listFollowsHandler(deps)),
  route(api.follow, followHandler(deps)),
  route(api.unfollow, unfollowHandler(deps)),
  route(api.listFollowedWorks, listFollowedWorksHandler(deps)),
]
