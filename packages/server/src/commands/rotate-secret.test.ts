// @module-tag large
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-rotate-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const start = (args: readonly string[]) => {
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0' }
  return spawn(process.execPath, [main, ...args], { env })
}

async function koedana(args: readonly string[]) {
  const child = start(args)
  const ended = once(child, 'exit')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await ended
  return { code, output, errors }
}

async function withRunningServer<T>(act: () => Promise<T>): Promise<T> {
  const server = start(['serve'])
  const ended = once(server, 'exit')
  await new Promise<void>((resolve, reject) => {
    let printed = ''
    server.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes('Koedana is at ')) resolve()
    })
    server.once('exit', () => reject(new Error(printed)))
  })
  try {
    return await act()
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

const keyNow = () => readFileSync(join(folder, 'data', 'secret.key'), 'utf8')

test('the key is replaced while no server runs, and a killed rotation is finished by the next one', async () => {
  const refused = await withRunningServer(() => koedana(['rotate-secret']))
  expect(refused).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Another Koedana server is running'),
  })
  const first = keyNow()
  const rotated = await koedana(['rotate-secret'])
  expect(rotated).toMatchObject({ code: 0, errors: '' })
  expect(rotated.output).toMatch(/^Sealed \d+ secrets with the new key\.\n/)
  const second = keyNow()
  expect(second).not.toBe(first)
  const next = join(folder, 'data', 'secret.key.next')
  const killed = start(['rotate-secret'])
  const ended = once(killed, 'exit')
  await expect
    .poll(() => existsSync(next) || killed.exitCode !== null, { timeout: 30_000, interval: 1 })
    .toBe(true)
  killed.kill('SIGKILL')
  await ended
  expect((await koedana(['rotate-secret'])).code).toBe(0)
  expect(existsSync(next)).toBe(false)
  expect((await koedana(['doctor'])).output).toMatch(/The key opens all \d+ sealed secrets/)
  await withRunningServer(async () => undefined)
})
