/** The user and the server, as far as clients request them. */
import { roleOf } from '@koedana/contract/values.ts'
import { toIndexFilter } from '../../../domain/query.rules.ts'
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { findLatestTask } from '../../tasks/task-list.store.ts'
import { orderTask, type TaskApiSources } from '../../tasks/tasks.api.ts'
import { libraryFilterOf } from '../door-works.ts'
import type { LibrarySources } from './library.ts'
import type { Query } from './params.rules.ts'
import type { Element } from './response.rules.ts'

/** The only music folder; the protocol requires a numeric ID. */
export const musicFolder = 1

/** getUser: returns the caller only. */
export function readUser({ username }: Query, context: Context): Element {
  const { user } = requirePerson(context)
  if (username !== undefined && username.toLowerCase() !== user.username.toLowerCase())
    throw new AppError('forbidden')
  const isAdmin = user.role === roleOf.admin
  return {
    username: user.username,
    scrobblingEnabled: true,
    adminRole: isAdmin,
    settingsRole: false,
    downloadRole: true,
    uploadRole: false,
    playlistRole: true,
    coverArtRole: false,
    commentRole: true,
    podcastRole: false,
    streamRole: true,
    jukeboxRole: false,
    shareRole: false,
    videoConversionRole: false,
    folder: [musicFolder],
  }
}

const underWay = new Set(['ready', 'running', 'stopping'])

export type ScanSources = LibrarySources & TaskApiSources

/** getScanStatus: the count is the number of albums that the user may see. */
export async function readScan(sources: ScanSources, context: Context): Promise<Element> {
  const { catalogue, dictionary, viewers, db } = sources
  const task = await findLatestTask(db, 'sync_works')
  const filter = toIndexFilter(libraryFilterOf(context), dictionary.findKey, [])
  const count = catalogue.current().count(filter, viewers.viewer(context))
  return { scanning: task !== undefined && underWay.has(task.status), count }
}

/** startScan. If a scan is already running, this succeeds without starting another. */
export async function startScan(sources: ScanSources, context: Context): Promise<Element> {
  const { user, userKey } = requirePerson(context)
  if (user.role !== roleOf.admin) throw new AppError('forbidden')
  const order = { kind: 'sync_works', options: {}, userKey, retryOfKey: null } as const
  await orderTask(sources, order, context).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'taskAtWork')) throw error
  })
  return readScan({ ...sources, db: sources.write }, context)
}
