/** The calls about what is a person's own: where they are in works, what they keep, and how long they listened. */
import * as v from 'valibot'
import type { Bytes, Context } from '../../../http/context.ts'
import type { DoorRequest, DoorRoute } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type AccountSources, done, readMe } from './account.ts'
import {
  changeProgress,
  deleteMarked,
  listAllProgress,
  listItemsInProgress,
  listMarked,
  putAway,
  readProgress,
  resetProgress,
  saveMarked,
} from './progress.ts'
import { numberOf } from './query.rules.ts'
import { listSessions, listSessionsOf, readStatistics } from './statistics.ts'

type Handle = (asked: DoorRequest, context: Context) => unknown

const get = (path: string, handle: Handle): DoorRoute => ({
  method: 'GET',
  access: 'user',
  rate: 'read',
  path: `/api/me/${path}`,
  handle,
})

const change = (method: DoorRoute['method'], path: string, handle: Handle): DoorRoute => ({
  method,
  access: 'user',
  rate: 'write',
  path: `/api/me/${path}`,
  handle,
})

export const ownRoutes = (sources: AccountSources): readonly DoorRoute[] => [
  ...progressRoutes(sources),
  ...bookmarkRoutes(sources),
  get('items-in-progress', ({ query }, context) =>
    listItemsInProgress(sources, Math.min(numberOf(query.limit) || 25, mostItems), context),
  ),
  get('listening-stats', (_asked, context) => readStatistics(sources, context)),
  get('listening-sessions', ({ query }, context) => listSessions(sources, query, context)),
  get('item/listening-sessions/:id', ({ params, query }, context) =>
    listSessionsOf(sources, { id: params.id ?? '', query }, context),
  ),
]

const progressRoutes = (sources: AccountSources): readonly DoorRoute[] => [
  get('progress', async (_asked, context) => ({ mediaProgress: await listAllProgress(sources, context) })),
  get('progress/:id', ({ params }, context) => readProgress(sources, params.id ?? '', context)),
  get('progress/:id/remove-from-continue-listening', async ({ params }, context) => {
    await putAway(sources, params.id ?? '', context)
    return readMe(sources, context)
  }),
  change('PATCH', 'progress/batch/update', ({ body }, context) => changeAll(sources, body, context)),
  change('PATCH', 'progress/:id', async ({ params, body }, context) => {
    await changeProgress(sources, { id: params.id ?? '', body }, context)
    return done
  }),
  change('DELETE', 'progress/:id', async ({ params }, context) => {
    await resetProgress(sources, params.id ?? '', context)
    return done
  }),
]

const bookmarkRoutes = (sources: AccountSources): readonly DoorRoute[] => [
  get('bookmarks', async (_asked, context) => ({
    bookmarks: await listMarked(sources, undefined, context),
  })),
  get('bookmarks/:id', async ({ params }, context) => ({
    bookmarks: await listMarked(sources, params.id, context),
  })),
  change('POST', 'item/:id/bookmark', ({ params, body }, context) =>
    saveMarked(sources, { id: params.id ?? '', body, isNew: true }, context),
  ),
  change('PATCH', 'item/:id/bookmark', ({ params, body }, context) =>
    saveMarked(sources, { id: params.id ?? '', body, isNew: false }, context),
  ),
  change('DELETE', 'item/:id/bookmark/:time', async ({ params: { id = '', time = '' } }, context) => {
    await deleteMarked(sources, { id, time }, context)
    return done
  }),
]

const mostItems = 100
const mostChanges = 500

const Changes = v.pipe(
  v.array(v.looseObject({ libraryItemId: v.string() })),
  v.minLength(1),
  v.maxLength(mostChanges),
)

/** PATCH /me/progress/batch/update. One that cannot be taken holds up no other. */
async function changeAll(sources: AccountSources, body: unknown, context: Context): Promise<Bytes> {
  const said = v.safeParse(Changes, body)
  if (!said.success) throw new AppError('malformed')
  for (const one of said.output) {
    await changeProgress(sources, { id: one.libraryItemId, body: one }, context).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
  }
  return done
}
