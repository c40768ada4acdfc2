/** Keeps nothing, so nothing of it can be stale. */
import type { InvalidationListeners } from '../invalidation.ts'

export const noListeners: InvalidationListeners = {
  worksChanged: () => {},
  entitiesChanged: async () => {},
  allChanged: async () => {},
  usersChanged: () => {},
  siteChanged: async () => {},
}
