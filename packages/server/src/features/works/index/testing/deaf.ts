/** Keeps nothing, so it need not hear what is stale. */
import type { Followers } from '../followers.ts'

export const deaf: Followers = {
  worksChanged: () => {},
  entitiesChanged: async () => {},
  allChanged: async () => {},
  usersChanged: () => {},
  siteChanged: async () => {},
}
