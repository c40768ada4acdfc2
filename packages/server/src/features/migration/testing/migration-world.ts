/** A server with an administrator, and an old server to migrate. */
import { api } from '@koedana/contract/api.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import type { MoveOptions } from '@koedana/contract/server-import.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { expect, vi } from 'vitest'
import type { Engine } from '../../../testing/engines.ts'
import { pollOptions } from '../../../testing/poll-options.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { everything, rowsIn } from './migration-fixture.ts'
import { smallOldServer } from './small-old-server.ts'

export type MovingWorld = Awaited<ReturnType<typeof movingWorld>>

export async function movingWorld(engine: Engine) {
  const shelf = smallOldServer()
  const w = await startTestServer(engine)
  const admin = await w.signIn({ role: roleOf.admin })
  const order = (options: Partial<MoveOptions> = {}) => {
    const where = options.upload === undefined ? { path: shelf.old.folder } : {}
    return admin.call(api.moveIn, { body: { from: 'kikoeru', dryRun: false, ...where, ...options } })
  }
  const ended = (id: string) =>
    vi.waitFor(async () => {
      const task = await admin.call(api.getTask, { params: { id } })
      expect(task.endedAt).not.toBeNull()
      return task
    }, pollOptions)
  const run = async (options: Partial<MoveOptions> = {}) => {
    w.deps.tasks.start()
    return ended((await order(options)).id)
  }
  const itemsOf = async (id: string) => {
    const { items } = await admin.call(api.listTaskItems, { params: { id } })
    return items.map(({ item, name, outcome, reason }) => [item, name, outcome, reason])
  }
  const stored = () => rowsIn(w.deps.database.write, everything)
  const refusalOf = async (act: Promise<unknown>) => {
    const error = await act.catch((cause: unknown) => cause)
    return error instanceof ApiError ? [error.status, error.body?.fields] : error
  }

  return {
    w,
    admin,
    shelf,
    /** Creates a task; the source is the path of the old server by default. */
    order,
    ended,
    run,
    itemsOf,
    /** All rows that a migration could change. */
    stored,
    /** Returns the status and fields of an API error; any other result is returned unchanged. */
    refusalOf,
    close: async () => {
      await w.close()
      shelf.remove()
    },
  }
}
