/** The trash as administrators see it: `GET /admin/trash`, back out of it, out of it for good, and a work into it. */
import type { deleteWork } from '@koedana/contract/editing.ts'
import type { emptyTrash, listTrash, restoreTrash, Trashed } from '@koedana/contract/trash.ts'
import { defaultPageSize, findWorkKey } from '@koedana/contract/values.ts'
import { writeTogether } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { printablePath } from '../../lib/printable.rules.ts'
import type { WorkSources } from '../works/viewers.ts'
import { removeCovers } from './remove-covers.ts'
import { removedAfter } from './trash.rules.ts'
import {
  isWorkStored,
  listTrashPage,
  removeTracks,
  removeWorks,
  restoreTracks,
  restoreWorks,
  type TrashedRow,
  trashWorks,
} from './trash.store.ts'

export interface TrashSources {
  readonly db: Db
  readonly write: Db
  readonly now: () => Date
  readonly coversFolder: string
  /** A change is seen by the next request of the person who made it. */
  readonly catalogue: Pick<WorkSources['catalogue'], 'followed'>
}

export function listTrashHandler({ db }: Pick<TrashSources, 'db'>): Handler<typeof listTrash> {
  return async ({ query: { kind, page = 1, pageSize = defaultPageSize } }) => {
    const { rows, total } = await listTrashPage(db, { kind, limit: pageSize, offset: (page - 1) * pageSize })
    return { items: rows.map(trashedOf), total, page, pageSize }
  }
}

/** Items that are not in the trash, or are none of ours, are passed over. */
export function restoreTrashHandler({ write, now, catalogue }: TrashSources): Handler<typeof restoreTrash> {
  return async ({ body: { items } }) => {
    const { works, tracks } = selectedOf(items)
    const at = now().toISOString()
    const restored = await writeTogether(write, async (tx) => {
      // Files first: those of a work come back with it, and would not be counted.
      const files = await restoreTracks(tx, tracks, at)
      return files.length + (await restoreWorks(tx, works, at)).length
    })
    await catalogue.followed()
    return { restored }
  }
}

export function emptyTrashHandler({ write, coversFolder }: TrashSources): Handler<typeof emptyTrash> {
  return async ({ body: { items } }) => {
    const { works, tracks } = selectedOf(items)
    const removed = await writeTogether(write, async (tx) => {
      const files = await removeTracks(tx, tracks)
      return { files, works: await removeWorks(tx, works) }
    })
    await removeCovers(
      coversFolder,
      removed.works.map(({ id }) => id),
    )
    return { removed: removed.files.length + removed.works.length }
  }
}

/** Harmless for one that lies in the trash already. */
export function deleteWorkHandler({ write, now, catalogue }: TrashSources): Handler<typeof deleteWork> {
  return async ({ params }) => {
    const key = findWorkKey(params.id)
    if (key === undefined) throw new AppError('notFound')
    await writeTogether(write, async (tx) => {
      const [trashed] = await trashWorks(tx, [key], now().toISOString())
      if (trashed === undefined && !(await isWorkStored(tx, key))) throw new AppError('notFound')
    })
    await catalogue.followed()
  }
}

const trashedOf = ({ kind, id, name, work_id, trashed_at }: TrashedRow): Trashed => ({
  kind,
  id,
  name: printablePath(name),
  workId: work_id,
  trashedAt: trashed_at,
  removedAfter: removedAfter(trashed_at),
})

type Selected = readonly { readonly kind: Trashed['kind']; readonly id: string }[]

/** PostgreSQL refuses NUL, and no id of a file has one. */
function selectedOf(items: Selected): { works: number[]; tracks: string[] } {
  const idsOf = (kind: Trashed['kind']) => items.flatMap((item) => (item.kind === kind ? [item.id] : []))
  return {
    works: idsOf('work').flatMap((id) => findWorkKey(id) ?? []),
    tracks: idsOf('track').filter((id) => !id.includes('\0')),
  }
}
