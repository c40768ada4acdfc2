import { type Follow, follow, listFollows, listReleases, unfollow } from '@koedana/contract/follows.ts'
import { type EntityKind, type FollowedKind, followedKinds } from '@koedana/contract/values.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { useSettings } from '../lib/settings.ts'
import { call } from './api.ts'
import { homeKey } from './home-key.ts'
import { currentToken } from './session.ts'

const key = ['follows'] as const

export const followsQuery = () =>
  queryOptions({
    queryKey: [...key, 'all', currentToken(), useSettings.getState().locale],
    queryFn: ({ signal }) => call(listFollows, {}, signal),
  })

/** Both dates are inclusive. */
export const releasesQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...key, 'releases', currentToken(), useSettings.getState().locale, from, to],
    queryFn: ({ signal }) => call(listReleases, { query: { from, to } }, signal),
    placeholderData: keepPreviousData,
  })

export const isFollowedKind = (kind: EntityKind): kind is FollowedKind =>
  followedKinds.some((one) => one === kind)

export interface FollowChange extends Pick<Follow, 'kind' | 'id' | 'name'> {
  readonly isFollowed: boolean
}

/** Shows the change at once; reverts it if it failed. */
export async function setFollowed(
  client: QueryClient,
  { kind, id, name, isFollowed }: FollowChange,
): Promise<void> {
  const { queryKey } = followsQuery()
  const before = client.getQueryData(queryKey)
  const others = (before?.items ?? []).filter((one) => one.kind !== kind || one.id !== id)
  const added = { kind, id, name, workCount: 0, followedAt: new Date().toISOString() }
  client.setQueryData(queryKey, { ...before, items: isFollowed ? [added, ...others] : others })
  try {
    await call(isFollowed ? follow : unfollow, { params: { kind, id } })
  } catch (cause) {
    client.setQueryData(queryKey, before)
    throw cause
  }
  await Promise.all([key, homeKey].map((changed) => client.invalidateQueries({ queryKey: changed })))
}
