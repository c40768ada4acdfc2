import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeInTurn } from './changes.ts'
import { migrate } from './migrate.ts'
import { type Database, openDatabase } from './open.ts'

test('a waiting writer goes before the next transactions of an import in another process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'koedana-waiting-'))
  const server = await openDatabase({ folder }, { hasWriterThread: true })
  await migrate(server)
  const importing = fork(join(import.meta.dirname, 'testing', 'bulk-process.ts'), [folder])
  await expect.poll(() => countBulk(server)).toBeGreaterThan(2)
  const passed: number[] = []
  for (let act = 0; act < 30; act++) {
    const before = await countBulk(server)
    const inside = await writeInTurn(server.write, async (tx) => {
      await tx
        .insertInto('setting')
        .values({ name: `act ${act}`, value: '' })
        .execute()
      return countBulk({ read: tx })
    })
    passed.push(inside - before)
  }
  importing.kill('SIGKILL')
  await once(importing, 'exit')
  // One transaction that held the lock, and one that began before the file was seen. A busy machine may let another one pass.
  const typical = passed.toSorted((a, b) => a - b)[passed.length / 2]
  expect(typical).toBeLessThanOrEqual(2)
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function countBulk({ read }: Pick<Database, 'read'>): Promise<number> {
  const rows = await read.selectFrom('setting').select('name').where('name', 'like', 'bulk % 0').execute()
  return rows.length
}
