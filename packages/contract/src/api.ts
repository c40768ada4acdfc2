/** All endpoints of the API by operation ID. */

import { getAbout, getLive, getOpenApi, getReady } from './about.ts'
import { createKeys, deleteKeys, listKeys, listRedemptions, updateKey } from './access-keys.ts'
import {
  changePassword,
  endOtherSessions,
  endSession,
  getAccount,
  getSettings,
  listSessions,
  saveSettings,
  updateAccount,
} from './account.ts'
import { announcementEndpoints } from './announcements.ts'
import { apiTokenEndpoints } from './api-tokens.ts'
import { appPasswordEndpoints } from './app-passwords.ts'
import { listAudit } from './audit.ts'
import { getMe, getSetup, login, loginAsGuest, logout, register } from './auth.ts'
import { bookmarkEndpoints } from './bookmarks.ts'
import { getDemo, loadDemo, removeDemo } from './demo.ts'
import { listDestinations } from './destinations.ts'
import { confirmedDriveEndpoints } from './drive-confirmation.ts'
import {
  createWork,
  deleteWork,
  getWorkEdits,
  mergeEntity,
  refreshWork,
  saveWorkCover,
  undoWorkEdit,
  undoWorkEdits,
  updateEntity,
  updateWork,
  updateWorks,
} from './editing.ts'
import { getEntity, listEntities, listEntityLetters } from './entities.ts'
import { listEntityCovers } from './entity-covers.ts'
import { getFacets } from './facets.ts'
import { addFavorite, listFavorites, removeFavorite, saveFavorites } from './favorites.ts'
import { listUnsettledFolders, settleFolder, settleFolders, unsettleFolder } from './folders.ts'
import { follow, listFollowedWorks, listFollows, listReleases, unfollow } from './follows.ts'
import { getProof } from './fresh-proof.ts'
import { forgetHistory, forgetPlay, listHistory } from './history.ts'
import { getHome } from './home.ts'
import { saveHomeLayout, visitHome } from './home-actions.ts'
import {
  chooseTrackLyrics,
  getTrackLyrics,
  listLyricsCandidates,
  listWorkLyrics,
  searchLyrics,
} from './lyrics.ts'
import { getMark, listMarks, saveMark, saveMarks } from './marks.ts'
import { getCover, getMedia, getWorkArchive, renewMedia } from './media.ts'
import { oidcEndpoints } from './oidc.ts'
import { ownDataEndpoints } from './own-data.ts'
import { passkeyEndpoints } from './passkeys.ts'
import { playlistEndpoints } from './playlists.ts'
import { getProgress, listContinued, saveProgress } from './progress.ts'
import { importRclone, readRclone } from './rclone.ts'
import {
  createSchedule,
  deleteSchedule,
  listSchedules,
  previewSchedule,
  updateSchedule,
} from './schedules.ts'
import { moveIn, uploadMoveFile } from './server-import.ts'
import { checkSetupAccount, listSetupFolders, setUp } from './setup.ts'
import { shareEndpoints } from './shares.ts'
import { listSimilarEntities, listSimilarWorks } from './similar.ts'
import { checkMarketplace, endAllLinks, getSiteSettings, updateSiteSettings } from './site-settings.ts'
import { getRecording, getStatistics, saveRecording } from './statistics.ts'
import {
  createStorage,
  deleteStorage,
  getStorage,
  listFolders,
  listStorages,
  scanStorage,
  testStorage,
  testStorageSettings,
  updateStorage,
} from './storages.ts'
import { getIndex, getSystem } from './system-info.ts'
import { deleteTag, listTags, renameTag, tagWorks } from './tags.ts'
import {
  cancelTask,
  createTask,
  followTasks,
  getTask,
  getTaskLog,
  listTaskItems,
  listTasks,
  retryTask,
} from './tasks.ts'
import { getWaveform } from './tracks.ts'
import { emptyTrash, listTrash, restoreTrash } from './trash.ts'
import { actOnUsers, createUser, deleteUser, getUser, listUsers, updateUser } from './users.ts'
import { createView, deleteView, listViews, orderViews, restoreView, seeView, updateView } from './views.ts'
import { getWork, getWorkHistory, listWorkFiles, listWorks, revealCover, suggest } from './works.ts'

export const api = {
  getHome,
  listWorks,
  getFacets,
  suggest,
  getWork,
  listSimilarWorks,
  getWorkHistory,
  listWorkFiles,
  listWorkLyrics,
  getTrackLyrics,
  getWaveform,
  searchLyrics,
  revealCover,
  listEntities,
  getEntity,
  listEntityCovers,
  listEntityLetters,
  listSimilarEntities,
  login,
  loginAsGuest,
  register,
  logout,
  getMe,
  getSetup,
  checkSetupAccount,
  listSetupFolders,
  setUp,
  getAccount,
  getProof,
  updateAccount,
  changePassword,
  listSessions,
  endSession,
  endOtherSessions,
  getSettings,
  saveSettings,
  listHistory,
  forgetPlay,
  forgetHistory,
  getStatistics,
  getRecording,
  saveRecording,
  listMarks,
  getMark,
  saveMark,
  saveMarks,
  listTags,
  tagWorks,
  renameTag,
  deleteTag,
  listFavorites,
  addFavorite,
  removeFavorite,
  saveFavorites,
  saveHomeLayout,
  visitHome,
  listViews,
  createView,
  orderViews,
  updateView,
  seeView,
  deleteView,
  restoreView,
  ...bookmarkEndpoints,
  ...playlistEndpoints,
  ...ownDataEndpoints,
  saveProgress,
  listContinued,
  getProgress,
  listUsers,
  createUser,
  getUser,
  updateUser,
  deleteUser,
  actOnUsers,
  listKeys,
  createKeys,
  updateKey,
  deleteKeys,
  listRedemptions,
  ...announcementEndpoints,
  listFollows,
  follow,
  unfollow,
  listFollowedWorks,
  listReleases,
  getWorkEdits,
  createWork,
  updateWork,
  updateWorks,
  deleteWork,
  refreshWork,
  undoWorkEdit,
  undoWorkEdits,
  saveWorkCover,
  listLyricsCandidates,
  chooseTrackLyrics,
  updateEntity,
  mergeEntity,
  listTasks,
  createTask,
  getTask,
  cancelTask,
  retryTask,
  listTaskItems,
  getTaskLog,
  followTasks,
  moveIn,
  uploadMoveFile,
  listSchedules,
  previewSchedule,
  createSchedule,
  updateSchedule,
  deleteSchedule,
  listStorages,
  createStorage,
  getStorage,
  updateStorage,
  deleteStorage,
  testStorageSettings,
  testStorage,
  scanStorage,
  listFolders,
  getDemo,
  loadDemo,
  removeDemo,
  ...appPasswordEndpoints,
  ...apiTokenEndpoints,
  ...shareEndpoints,
  ...oidcEndpoints,
  ...passkeyEndpoints,
  ...confirmedDriveEndpoints,
  readRclone,
  importRclone,
  listUnsettledFolders,
  settleFolder,
  settleFolders,
  unsettleFolder,
  listTrash,
  restoreTrash,
  emptyTrash,
  getSiteSettings,
  updateSiteSettings,
  endAllLinks,
  checkMarketplace,
  getIndex,
  getSystem,
  listDestinations,
  listAudit,
  getMedia,
  getWorkArchive,
  getCover,
  renewMedia,
  getAbout,
  getLive,
  getReady,
  getOpenApi,
} as const
