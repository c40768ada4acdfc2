/** The whole API on one screen. A path in the browser's network tab is found here first. */
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
import { getMe, getSetup, login, loginAsGuest, logout, register, setUp } from './auth.ts'
import { getEntity, listEntities } from './entities.ts'
import { getFacets } from './facets.ts'
import { addFavorite, listFavorites, listMarks, removeFavorite } from './favorites.ts'
import { getHome } from './home.ts'
import { createKeys, deleteKeys, listKeys, listRedemptions, updateKey } from './keys.ts'
import { getCover, getMedia, renewMedia } from './media.ts'
import { listSimilarEntities, listSimilarWorks } from './similar.ts'
import { getAbout, getLive, getOpenApi, getReady } from './system.ts'
import { createUser, deleteUser, getUser, listUsers, updateUser } from './users.ts'
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
  revealCover,
  listEntities,
  getEntity,
  listSimilarEntities,
  login,
  loginAsGuest,
  register,
  logout,
  getMe,
  getSetup,
  setUp,
  getAccount,
  updateAccount,
  changePassword,
  listSessions,
  endSession,
  endOtherSessions,
  getSettings,
  saveSettings,
  listMarks,
  listFavorites,
  addFavorite,
  removeFavorite,
  listUsers,
  createUser,
  getUser,
  updateUser,
  deleteUser,
  listKeys,
  createKeys,
  updateKey,
  deleteKeys,
  listRedemptions,
  getMedia,
  getCover,
  renewMedia,
  getAbout,
  getLive,
  getReady,
  getOpenApi,
} as const
