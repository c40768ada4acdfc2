import type { InvalidationListeners } from '../invalidation.ts'

export const noListeners: InvalidationListeners = {
  worksChanged: () => {},
  entitiesChanged: async () => {},
  allChanged: async () => {},
  usersChanged: () => {},
  siteChanged: async () => {},
}
