// @module-tag large
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { createClient } from '@koedana/contract/kit/client.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-user-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const start = (args: readonly string[]) => {
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0' }
  return spawn(process.execPath, [main, ...args], { env })
}

async function koedana(args: readonly string[], input = '') {
  const child = start(args)
  child.stdin.end(input)
  const ended = once(child, 'exit')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await ended
  return { code, output, errors }
}

test('an account is made with the password that is piped in, and listed', async () => {
  const made = await koedana(['user', 'add', 'Haruka', '--role', 'admin'], 'lantern moss 7\n')
  expect(made).toEqual({ code: 0, output: 'Created the account Haruka.\n', errors: '' })
  await koedana(['user', 'add', 'midori', '--age', 'r15'], 'paper boat 12\n')
  const taken = await koedana(['user', 'add', 'MIDORI'], 'paper boat 12\n')
  expect(taken).toMatchObject({ code: 1, errors: 'There is already an account named MIDORI.\n' })
  const { output } = await koedana(['user', 'list'])
  expect(output).toBe('Haruka\tadmin\tactive\tr18\tnever\nmidori\tgeneral\tactive\tr15\tnever\n')
})

test('what is wrong is said in words, and nothing is made', async () => {
  const notify = async (args: string[], input = '') => (await koedana(['user', ...args], input)).errors
  expect(await notify([])).toContain('Usage: koedana user')
  expect(await notify(['add', 'ab'])).toContain('at least 3 characters')
  expect(await notify(['add', 'haruka', 'lantern moss 7'])).toContain('too many arguments')
  expect(await notify(['add', 'haruka', '--role', 'guest'])).toContain('Allowed choices are general, admin.')
  expect(await notify(['add', 'haruka'], 'short1\n')).toContain('at least 8 characters')
  expect(await notify(['add', 'haruka'], 'password1\n')).toContain('too common')
  expect(await notify(['add', 'haruka'])).toContain('Missing password.')
  expect(await notify(['reset-password', 'haruka'], 'lantern moss 7\n')).toContain(
    'There is no account haruka',
  )
  expect((await koedana(['user', 'list'])).output).toBe('')
})

test('a running server learns of a new account and of a new password', async () => {
  const server = start(['serve'])
  const origin = await new Promise<string>((resolve) => {
    let printed = ''
    server.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const found = /Koedana is at (\S+)/.exec(printed)?.[1]
      if (found) resolve(found)
    })
  })
  const client = { baseUrl: origin + basePath, fetch, language: () => 'en-US' as const }
  const call = createClient(client)
  const isNeeded = async () => (await call(api.getSetup, {})).isNeeded
  expect(await isNeeded()).toBe(true)
  await koedana(['user', 'add', 'haruka', '--role', 'admin'], 'lantern moss 7\n')
  expect(await isNeeded()).toBe(false)
  const { token } = await call(api.login, { body: { username: 'haruka', password: 'lantern moss 7' } })
  const own = createClient({ ...client, token: () => token })
  await own(api.getMe, {})
  await koedana(['user', 'reset-password', 'haruka'], 'paper boat 12\n')
  await expect.poll(() => own(api.getMe, {}).catch(({ status }) => status), { timeout: 5_000 }).toBe(401)
  await call(api.login, { body: { username: 'haruka', password: 'paper boat 12' } })
  const stopped = once(server, 'exit')
  server.kill('SIGTERM')
  expect(await stopped).toEqual([0, null])
})
