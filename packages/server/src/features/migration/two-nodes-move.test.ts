import { readFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollOptions } from '../../testing/poll-options.ts'
import type { World } from '../../testing/test-server.ts'
import { onTwoNodes, startTwoNodes, type TwoNodes } from '../../testing/two-nodes.ts'
import { type SmallOldServer, smallOldServer } from './testing/small-old-server.ts'

const uploadsOf = ({ deps }: World) => join(dirname(deps.coversFolder), 'moving')

onTwoNodes(() => {
  let nodes: TwoNodes
  let shelf: SmallOldServer
  beforeEach(async () => {
    nodes = await startTwoNodes()
    shelf = smallOldServer()
    // The two data folders share the uploads, as in deploy/compose.yaml.
    await mkdir(uploadsOf(nodes.one))
    await symlink(uploadsOf(nodes.one), uploadsOf(nodes.other))
  })
  afterEach(async () => {
    await nodes.close()
    shelf.remove()
  })

  test('parts of an upload come in on either node, and the other one carries it over', async () => {
    const { one, other } = nodes
    shelf.old.database.pragma('wal_checkpoint(truncate)')
    const bytes = readFileSync(join(shelf.old.folder, 'sqlite', 'db.sqlite3'))
    const { call, token } = await one.signIn({ role: roleOf.admin })
    const half = bytes.length / 2
    const [first, second] = [bytes.subarray(0, half), bytes.subarray(half)].map((part) =>
      part.toString('base64'),
    )
    const { upload } = await call(api.uploadMoveFile, {
      body: { file: 'database', at: 0, bytes: first ?? '' },
    })
    await nodes.followed()
    const elsewhere = other.bearing(token)
    const rest = { upload, file: 'database', at: half, bytes: second ?? '' } as const
    expect(await elsewhere(api.uploadMoveFile, { body: rest })).toEqual({ upload, sizeBytes: bytes.length })
    const { id } = await call(api.moveIn, { body: { from: 'kikoeru', dryRun: false, upload } })
    other.deps.tasks.start()
    await vi.waitFor(async () => {
      const task = await call(api.getTask, { params: { id } })
      expect(task).toMatchObject({ status: 'finished', summary: { added: 1, 'accounts.added': 1 } })
    }, pollOptions)
  })
})
