/** The trash for administrators: list, restore, delete permanently, and move a work into it. */
import type { deleteWork } from '@koedana/contract/editing.ts'
import type { emptyTrash, listTrash, restoreTrash, TrashEntry } from '@koedana/contract/trash.ts'
import { defaultPageSize, findWorkKey } from '@koedana/contract/values.ts'
import { writeInTurn } from '../../db/changes.ts'
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
  /** Waits for the index, so that the caller's next request sees the change. */
  readonly catalogue: Pick<WorkSources['catalogue'], 'followed'>
}

export function listTrashHandler({ db }: Pick<TrashSources, 'db'>): Handler<typeof listTrash> {
  return async ({ query: { kind, page = 1, pageSize = defaultPageSize } }) => {
    const { rows, total } = await listTrashPage(db, { kind, limit: pageSize, offset: (page - 1) * pageSize })
    return { items: rows.map(trashedOf), total, page, pageSize }
  }
}

/** Restores items. Items that are not in the trash, or unknown, are skipped. */
export function restoreTrashHandler({ write, now, catalogue }: TrashSources): Handler<typeof restoreTrash> {
  return async ({ body: { items } }) => {
    const { works, tracks } = selectedOf(items)
    const at = now().toISOString()
    const restored = await writeInTurn(write, async (tx) => {
      // Restore files first: restoring a work also restores its files, which would then not be counted.
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
    const removed = await writeInTurn(write, async (tx) => {
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

/** Moves a work into the trash. Idempotent. */
export function deleteWorkHandler({ write, now, catalogue }: TrashSources): Handler<typeof deleteWork> {
  return async ({ params }) => {
    const key = findWorkKey(params.id)
    if (key === undefined) throw new AppError('notFound')
    await writeInTurn(write, async (tx) => {
      const [trashed] = await trashWorks(tx, [key], now().toISOString())
      if (trashed === undefined && !(await isWorkStored(tx, key))) throw new AppError('notFound')
    })
    await catalogue.followed()
  }
}

const trashedOf = ({ kind, id, name, work_id, trashed_at }: TrashedRow): TrashEntry => ({
  kind,
  id,
  name: printablePath(name),
  workId: work_id,
  trashedAt: trashed_at,
  removedAfter: removedAfter(trashed_at),
})

type Selected = readonly { readonly kind: TrashEntry['kind']; readonly id: string }[]

/** Splits items by kind. PostgreSQL rejects NUL characters, and no file ID contains one. */
function selectedOf(items: Selected): { works: number[]; tracks: string[] } {
  const idsOf = (kind: TrashEntry['kind']) => items.flatMap((item) => (item.kind === kind ? [item.id] : []))
  return {
    works: idsOf('work').flatMap((id) => findWorkKey(id) ?? []),
    tracks: idsOf('track').filter((id) => !id.includes('\0')),
  }
}
