// @module-tag large
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-modes-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs the command with the usual umask, under which new files are readable by everyone. */
function koedana(args: readonly string[], dataFolder: string) {
  const command = `umask 022 && exec "${process.execPath}" "${main}" ${args.join(' ')}`
  return spawn('sh', ['-c', command], {
    env: { ...process.env, DATA_DIR: dataFolder, PORT: '0', HOST: '127.0.0.1' },
  })
}

async function serveAndStop(dataFolder: string): Promise<string> {
  const server = koedana(['serve'], dataFolder)
  const ended = once(server, 'exit')
  let said = ''
  server.stdout.on('data', (bytes) => {
    said += String(bytes)
    if (said.includes('Koedana is at')) server.kill('SIGTERM')
  })
  const [errors] = await Promise.all([text(server.stderr), ended])
  return said + errors
}

const modeOf = (path: string) => statSync(path).mode & 0o777

const modesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).map((entry) => ({
    name: entry.name,
    mode: modeOf(join(entry.parentPath, entry.name)),
    expected: entry.isDirectory() ? 0o700 : 0o600,
  }))

test('what a server makes is its owner’s alone, and it has nothing to warn of', async () => {
  const data = join(folder, 'data')
  expect(await serveAndStop(data)).not.toContain('Others on this machine')
  expect(modeOf(data)).toBe(0o700)
  const made = modesIn(data)
  expect(made.map(({ name }) => name)).toContain('koedana.sqlite')
  expect(made.filter(({ mode, expected }) => mode !== expected)).toEqual([])
})

test('a folder that others may look into is reported at the start, with the way to close it', async () => {
  const data = join(folder, 'data')
  mkdirSync(data)
  chmodSync(data, 0o750)
  expect(await serveAndStop(data)).toContain(
    `Others on this machine may look into the data folder ${data} (mode 750): close it with chmod -R go= ${data}`,
  )
})

test('the mark in a storage may be read by another server', async () => {
  const root = join(folder, 'library')
  mkdirSync(join(root, 'RJ334212'), { recursive: true })
  writeFileSync(join(root, 'RJ334212', 'cover.jpg'), '')
  const scan = koedana(['scan', root, '--age', 'all'], join(folder, 'data'))
  await once(scan, 'exit')
  expect(modeOf(join(root, '.koedana-storage'))).toBe(0o644)
})
