/** Lets the player renew links: tracks that were opened through a share link are renewed only through that share. */
import { listWorkFiles, type WorkFiles } from '@koedana/contract/works.ts'
import { call } from './api.ts'

type FindFiles = (workId: string) => Promise<Pick<WorkFiles, 'tracks' | 'forms'>>

let findShared: FindFiles | undefined

/** Sets how the files of the share are fetched, until the tab is closed. Called by the share page. */
export function findSharedBy(find: FindFiles): void {
  findShared = find
}

/** In a signed link, the holder follows the expiry; a share begins with a tilde. */
export const isShared = (url: string): boolean => /[?&]s=\w+\.~/.test(url)

export const filesBehind: (workId: string, url: string) => ReturnType<FindFiles> = (workId, url) =>
  findShared && isShared(url) ? findShared(workId) : call(listWorkFiles, { params: { id: workId } })
