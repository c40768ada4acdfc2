/** Signing in, the own account, favorites and follows. */
import { api } from '@koedana/contract/api.ts'
import type { Deps } from './deps.ts'
import { getAccountHandler, updateAccountHandler } from './features/account/account.api.ts'
import { changePasswordHandler } from './features/account/password.api.ts'
import {
  endOtherSessionsHandler,
  endSessionHandler,
  listSessionsHandler,
} from './features/account/sessions.api.ts'
import { getSettingsHandler, saveSettingsHandler } from './features/account/settings.api.ts'
import { loginAsGuestHandler } from './features/auth/guest.api.ts'
import { loginHandler } from './features/auth/login.api.ts'
import { getMeHandler, logoutHandler } from './features/auth/own-session.api.ts'
import { registerHandler } from './features/auth/register.api.ts'
import {
  addFavoriteHandler,
  listFavoritesHandler,
  listMarksHandler,
  removeFavoriteHandler,
} from './features/favorites/favorites.api.ts'
import { listFollowedWorksHandler } from './features/follows/followed-works.api.ts'
import { followHandler, listFollowsHandler, unfollowHandler } from './features/follows/follows.api.ts'
import { getSetupHandler, setUpHandler } from './features/setup/setup.api.ts'
import { type Route, route } from './http/serve.ts'

export const accountRoutes = (deps: Deps): readonly Route[] => [
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
  ...followRoutes(deps),
]

const followRoutes = (deps: Deps): readonly Route[] => [
  route(api.listFollows, listFollowsHandler(deps)),
  route(api.follow, followHandler(deps)),
  route(api.unfollow, unfollowHandler(deps)),
  route(api.listFollowedWorks, listFollowedWorksHandler(deps)),
]
