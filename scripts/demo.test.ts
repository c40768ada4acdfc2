// @module-tag large
import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTask, getTask, listTaskItems } from '@koedana/contract/tasks.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { expect, onTestFinished, test } from 'vitest'
import { clientAs } from '../e2e/api.ts'
import { shelfIn } from '../e2e/begin.ts'
import { addUser, signInTo } from '../e2e/people.ts'
import { announcedOrigin, stop, temporaryFolder } from '../e2e/server.ts'

const demo = fileURLToPath(new URL('./demo.ts', import.meta.url))

test('the demo: a refresh finds every work of the shelf, and leaves it as it was', {
  timeout: 240_000,
}, async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  await shelfIn(join(folder.path, 'shelf'))
  const origin = await startDemo(folder.path)
  const modes = ['.', 'koedana.sqlite', 'secret.key'].map(
    (name) => statSync(join(folder.path, name)).mode & 0o077,
  )
  expect(modes).toEqual([0, 0, 0])
  await addUser(folder.path, 'haruka', '--role', 'admin')
  const { token } = await signInTo(origin, 'haruka')
  const call = clientAs(origin, token)
  const shelf = async () => {
    const { items } = await call(listWorks, { query: { pageSize: 100, editions: 'all' } })
    return items.map(({ id, title, maker, artists, genres, cover }) => {
      return { id, title, maker, artists, genres, cover }
    })
  }
  const before = await shelf()
  expect(before).toHaveLength(60)

  const { id } = await call(createTask, { body: { kind: 'refresh_works', options: { scope: 'all' } } })
  const ended = async () => (await call(getTask, { params: { id } })).endedAt
  await expect.poll(ended, { timeout: 200_000, interval: 500 }).not.toBeNull()
  const task = await call(getTask, { params: { id } })
  expect(task).toMatchObject({ status: 'finished', progress: { failed: 0 } })
  for (const outcome of ['notFound', 'missing', 'failed'] as const) {
    const { items } = await call(listTaskItems, { params: { id }, query: { outcome } })
    expect([outcome, items]).toEqual([outcome, []])
  }
  expect(await shelf()).toEqual(before)
})

async function startDemo(dataFolder: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataFolder, PORT: '0', HOST: '127.0.0.1' }
  const child = spawn(process.execPath, [demo], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => stop(child))
  return announcedOrigin(child)
}
