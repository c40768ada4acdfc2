/** POST /admin/move-in and its uploads: starts a task that migrates an old server. */
import type { moveIn, uploadMoveFile } from '@koedana/contract/server-import.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Folders } from '../storage-admin/folders.ts'
import { isEnded } from '../tasks/lifecycle.rules.ts'
import { listTaskPage } from '../tasks/task-list.store.ts'
import { orderTask, type TaskApiSources } from '../tasks/tasks.api.ts'
import { admitOldServer, type OldUploads } from './old-server.ts'

export interface MoveApiSources extends TaskApiSources {
  readonly folders: Pick<Folders, 'admit'>
  readonly oldUploads: OldUploads
}

/** Rejects unreadable paths before a task starts. The task checks again, since links and disks can change. */
export function moveInHandler(sources: MoveApiSources): Handler<typeof moveIn> {
  return async ({ body }, context) => {
    const { path, upload } = body
    if ((path === undefined) === (upload === undefined))
      throw new AppError('malformed', { fields: { 'body.path': 'required' } })
    if (path !== undefined) await admitOldServer(sources.folders, path)
    if (upload !== undefined && (await sources.oldUploads.find(upload)) === undefined)
      throw new AppError('refused', { fields: { 'body.upload': 'uploadGone' } })
    const userKey = context.person?.userKey ?? null
    return orderTask(sources, { kind: 'move_in', options: body, userKey, retryOfKey: null }, context)
  }
}

export function uploadMoveFileHandler({ write, oldUploads }: MoveApiSources): Handler<typeof uploadMoveFile> {
  return async ({ body: { upload, file, at, bytes } }) => {
    // A new upload removes the previous one, which a task may be reading.
    if (upload === undefined) {
      const { rows } = await listTaskPage(write, { kind: 'move_in', status: undefined, limit: 1, offset: 0 })
      if (rows[0] && !isEnded(rows[0].status)) throw new AppError('taskAtWork')
    }
    return oldUploads.append({ upload, file, at, bytes: Buffer.from(bytes, 'base64') })
  }
}
