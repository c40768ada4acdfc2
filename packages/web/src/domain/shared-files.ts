/** Shows the player where it finds links anew: for what was opened by a shared link, by that link alone. */
import { listWorkFiles, type WorkFiles } from '@koedana/contract/works.ts'
import { call } from './api.ts'

type FindFiles = (workId: string) => Promise<Pick<WorkFiles, 'tracks' | 'forms'>>

let findShared: FindFiles | undefined

/** The page of a shared link says how its files are found; that holds for as long as the tab is open. */
export function findSharedBy(find: FindFiles): void {
  findShared = find
}

/** The holder of a signed link stands behind its expiry; that of a share begins with a tilde. */
export const isShared = (url: string): boolean => /[?&]s=\w+\.~/.test(url)

export const filesBehind: (workId: string, url: string) => ReturnType<FindFiles> = (workId, url) =>
  findShared && isShared(url) ? findShared(workId) : call(listWorkFiles, { params: { id: workId } })
