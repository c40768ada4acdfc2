import { api } from '@koedana/contract/api.ts'
import type { Deps } from './deps.ts'
import {
  createApiTokenHandler,
  listApiTokensHandler,
  revokeApiTokenHandler,
} from './features/api-tokens/api-tokens.api.ts'
import {
  createAppPasswordHandler,
  listAppPasswordsHandler,
  revokeAppPasswordHandler,
} from './features/app-passwords/app-passwords.api.ts'
import { absDoor } from './features/doors/abs/abs.door.ts'
import { davDoor } from './features/doors/dav/dav.door.ts'
import { createDoorAccess } from './features/doors/door-access.ts'
import { feedDoor } from './features/doors/feed/feed.door.ts'
import { kikoeruDoors } from './features/doors/kikoeru/kikoeru.door.ts'
import { subsonicDoor } from './features/doors/subsonic/subsonic.door.ts'
import type { Door } from './http/door.ts'
import { type Route, route } from './http/serve.ts'

export function compatibilityApisOf(deps: Deps): readonly Door[] {
  const access = createDoorAccess(deps)
  const sources = { ...deps, access }
  return [
    ...kikoeruDoors(sources),
    subsonicDoor(sources),
    feedDoor(sources),
    absDoor(sources),
    davDoor(sources),
  ]
}

export const appPasswordRoutes = (deps: Deps): readonly Route[] => [
  route(api.listApiTokens, listApiTokensHandler(deps)),
  route(api.createApiToken, createApiTokenHandler(deps)),
  route(api.revokeApiToken, revokeApiTokenHandler(deps)),
  route(api.listAppPasswords, listAppPasswordsHandler(deps)),
  route(api.createAppPassword, createAppPasswordHandler(deps)),
  route(api.revokeAppPassword, revokeAppPasswordHandler(deps)),
]
