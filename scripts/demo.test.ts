import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { login } from '@koedana/contract/auth.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { type Call, createClient } from '@koedana/contract/kit/client.ts'
import { createTask, getTask, listTaskItems } from '@koedana/contract/tasks.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { expect, onTestFinished, test } from 'vitest'

const scriptOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const password = 'lantern moss 7'

test('the demo: a refresh finds every work of the shelf, and leaves it as it was', {
  timeout: 240_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'koedana-demo-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const origin = await startDemo(folder)
  await addAdministrator(folder)
  const { token } = await clientOf(origin)(login, { body: { username: 'haruka', password } })
  const call = clientOf(origin, token)
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
  const child = spawn(process.execPath, [scriptOf('./demo.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  return announcedOrigin(child)
}

function announcedOrigin(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const origin = /Koedana is at (http:\S+)/.exec(output)?.[1]
      if (origin) resolve(origin)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`the demo ended with ${code}: ${output}`)))
  })
}

async function addAdministrator(dataFolder: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataFolder }
  const args = [scriptOf('../packages/server/src/main.ts'), 'user', 'add', 'haruka', '--role', 'admin']
  const child = spawn(process.execPath, args, { env })
  child.stdin.end(`${password}\n`)
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(`user add ended with ${code}: ${said}`)
}

const clientOf = (origin: string, token?: string): Call =>
  createClient({
    baseUrl: origin + basePath,
    fetch: (url, init) => fetch(url, init),
    language: () => 'en-US',
    token: () => token,
  })
