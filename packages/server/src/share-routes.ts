import { api } from '@koedana/contract/api.ts'
import type { Deps } from './deps.ts'
import {
  getSharedWorkHandler,
  listSharedWorksHandler,
  openSharedHandler,
} from './features/shares/shared.api.ts'
import {
  createShareHandler,
  listAllSharesHandler,
  listSharesHandler,
  revokeAllSharesHandler,
  revokeAnyShareHandler,
  revokeShareHandler,
} from './features/shares/shares.api.ts'
import { type Route, route } from './http/serve.ts'

export const shareRoutes = (deps: Deps): readonly Route[] => [
  route(api.listShares, listSharesHandler(deps)),
  route(api.createShare, createShareHandler(deps)),
  route(api.revokeShare, revokeShareHandler(deps)),
  route(api.listAllShares, listAllSharesHandler(deps)),
  route(api.revokeAnyShare, revokeAnyShareHandler(deps)),
  route(api.revokeAllShares, revokeAllSharesHandler(deps)),
  route(api.openShared, openSharedHandler(deps)),
  route(api.listSharedWorks, listSharedWorksHandler(deps)),
  route(api.getSharedWork, getSharedWorkHandler(deps)),
]
