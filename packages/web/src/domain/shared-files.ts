/** Lets the player renew links: tracks that were opened through a share link are renewed only through that share. */
import { listWorkFiles, type WorkFiles } from '@koedana/contract/works.ts'
import { call } from './api.ts'

type LoadFiles = (workId: string) => Promise<Pick<WorkFiles, 'tracks' | 'forms'>>

let loadSharedFiles: LoadFiles | undefined

/** Sets how the files of the share are fetched, until the tab is closed. Called by the share page. */
export function setSharedFilesLoader(find: LoadFiles): void {
  loadSharedFiles = find
}

/** In a signed link, the holder follows the expiry; a share begins with a tilde. */
export const isShareLink = (url: string): boolean => /[?&]s=\w+\.~/.test(url)

export const loadFilesOf: (workId: string, url: string) => ReturnType<LoadFiles> = (workId, url) =>
  loadSharedFiles && isShareLink(url)
    ? loadSharedFiles(workId)
    : call(listWorkFiles, { params: { id: workId } })
